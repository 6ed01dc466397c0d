import { isBlindName, serviceOf, type AiService, type Conversation } from '@polylogue/api-contract';
import type { Broadcast } from '../broadcasts/broadcast.state.js';

interface OnDashboard {
  conversations: readonly Conversation[] | undefined;
  live: readonly Pick<Broadcast, 'replies'>[];
  /** Those on offer, also with what was offered since the page was opened. */
  offered: readonly AiService[];
  seen: ReadonlyMap<string, AiService>;
}

/** What services and variants that are not on offer are called, of those with messages on the dashboard; by name. */
export function missingNames({ conversations = [], live, offered, seen }: OnDashboard): Map<string, string> {
  const stored = conversations.filter(({ messages }) => messages.length > 0).map(({ aiService }) => aiService);
  // A conversation that began here is not read before its reply has ended.
  const streaming = live.flatMap(({ replies }) => replies.flatMap(({ aiService }) => seen.get(aiService) ?? []));
  const missing = [...streaming, ...stored].filter(
    ({ name }) => !isBlindName(name) && !offered.some((each) => each.name === name),
  );
  return new Map(missing.map(({ name, displayName }) => [name, displayName]));
}

/** The panels of these: each as its service was, `known` with services that are not on offer any more. */
export const keptServices = (
  missing: ReadonlyMap<string, string>,
  former: ReadonlySet<string>,
  known: readonly AiService[],
): AiService[] =>
  [...missing].flatMap(([name, displayName]) => {
    const service = known.find((each) => each.name === serviceOf(name));
    if (!service) return [];
    const variantOf = service.name === name ? undefined : service.name;
    return [{ ...service, id: name, name, displayName, variantOf, status: 'unknown', former: former.has(name) }];
  });
