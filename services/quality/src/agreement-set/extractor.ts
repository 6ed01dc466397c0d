import type { ChatMessage } from '@polylogue/proto';
import type { LabelledRound } from './rounds.js';

/** What answers as an extractor, for one round: a script, or a real service. */
export type Extractor = (
  round: LabelledRound,
) => (messages: readonly ChatMessage[], signal: AbortSignal) => Promise<string>;
