import type { ComponentType } from 'react';
import { AskAgain } from './ask-again.js';
import { CompareReply } from './compare-reply.js';
import { CopyReply } from './copy-reply.js';
import { FollowUp } from './follow-up.js';
import type { ActionProps } from './panel-replies.rules.js';
import { PinReply } from './pin-reply.js';
import { ReplayRound } from './replay-round.js';
import { ShowContext } from './show-context.js';
import { ShowSources } from './show-sources.js';

// A new action is a file beside this one and its line in one of these lists.

/** Icon buttons in the header of a panel. */
export const headerActions: readonly ComponentType<ActionProps>[] = [CopyReply, CompareReply];

/** Entries of the menu behind them. */
export const menuActions: readonly ComponentType<ActionProps>[] = [
  FollowUp,
  ShowContext,
  ShowSources,
  PinReply,
  AskAgain,
  ReplayRound,
];
