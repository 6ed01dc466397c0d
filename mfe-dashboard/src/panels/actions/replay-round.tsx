import { isBlindName } from '@polylogue/api-contract';
import { Repeat } from 'lucide-react';
import { MenuItem } from '../../controls/more-menu.js';
import { useScreenActions } from '../screen-actions.js';
import type { ActionProps } from './panel-replies.rules.js';

/** Opens the choice of services that the round of this reply is asked again. */
export function ReplayRound({ replies: { aiService, finished } }: ActionProps) {
  const { openDrawer } = useScreenActions();
  const broadcastId = finished?.broadcastId;
  // Asking other services again would reveal which service is which.
  if (broadcastId === undefined || isBlindName(aiService)) return null;
  const show = () => openDrawer({ shows: 'replay', broadcastId });
  return <MenuItem label="Ask again like this" icon={Repeat} onChoose={show} />;
}
