import type { AnswerSettings, FoundConversation } from '@polylogue/api-contract';
import { bytesIn } from '@polylogue/web-kit/estimate';
import type { Broadcast } from '../broadcasts/broadcast.state.js';

type Stored = Pick<FoundConversation, 'aiService' | 'comparisonId'>;
type Live = Pick<Broadcast, 'broadcastId' | 'kind'> & { readonly replies: readonly { readonly aiService: string }[] };

/**
 * The comparison that the next message to these services goes into: the one that most of them are in, of two the older one;
 * undefined where it begins one. Without services: that of all that stands on the dashboard. By the rule of the server, so
 * that what is shown is what will hold.
 */
export function comparisonOf(
  selected: readonly string[],
  conversations: readonly Stored[],
  live: readonly Live[],
): string | undefined {
  const isMeant = (name: string) => selected.length === 0 || selected.includes(name);
  const ids = conversations.flatMap(({ aiService, comparisonId }) =>
    comparisonId !== undefined && isMeant(aiService.name) ? [comparisonId] : [],
  );
  const [most] = countsOf(ids).toSorted(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  if (most) return most[0];
  // What has begun is read again once its replies have ended.
  return live.find(({ kind, replies }) => kind !== 'retry' && replies.some(({ aiService }) => isMeant(aiService)))
    ?.broadcastId;
}

const countsOf = (ids: readonly string[]) =>
  [...new Set(ids)].map((id) => [id, ids.filter((each) => each === id).length] as const);

/** Whether settings say nothing. */
export const isEmpty = (settings: AnswerSettings): boolean =>
  Object.values(settings).every((value) => value === undefined || value === false);

/** What an estimate is given of settings: how long their instructions are, never the instructions. */
export const plannedOf = ({ systemPrompt = '', maxOutputTokens, webSearch }: AnswerSettings) => ({
  systemPromptBytes: bytesIn(systemPrompt),
  ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  ...(webSearch && { webSearch }),
});
