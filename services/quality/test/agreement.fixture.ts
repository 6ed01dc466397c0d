import { AgreementMapStatus, type AgreementMap, type DispatchRequest } from '@polylogue/proto';
import { callerToken, until } from '@polylogue/test-kit';
import { aBroadcast, idOf, type Quality, type Upstreams } from './quality.fixture.js';

/** What the extractor is told of each reply. */
export interface Shown {
  reply: string;
  text: string;
}

type Stance = 'says' | 'contradicts' | 'silent';

/** What an extractor is sent as data. */
export function dataIn({ messages }: DispatchRequest): { questions: string[]; replies: Shown[] } {
  const [, json = ''] =
    /^<replies-[0-9a-f]{32}>\n(.*)\n<\/replies-[0-9a-f]{32}>$/s.exec(messages[1]?.content ?? '') ?? [];
  return JSON.parse(json) as { questions: string[]; replies: Shown[] };
}

/** The label under which a text was sent. */
export const labelOf = (request: DispatchRequest, text: string): string =>
  dataIn(request).replies.find((shown) => shown.text === text)?.reply ?? 'R0';

/** An extraction: of each claim what some replies, named by their text, say of it. */
export const extraction = (
  request: DispatchRequest,
  claims: Record<string, [text: string, stance: Stance, quote: string][]>,
) =>
  JSON.stringify({
    claims: Object.entries(claims).map(([claim, said]) => ({
      claim,
      replies: said.map(([text, stance, quote]) => ({ reply: labelOf(request, text), stance, quote })),
    })),
  });

/** The maps of one user of a round. */
export function aRound(upstreams: Upstreams, quality: Quality, replies: Record<string, string>) {
  const { broadcastId, userId } = aBroadcast(upstreams, replies);
  const asUser = { callerToken: callerToken({ userId }) };
  const messageIds = Object.keys(replies).map((name) => idOf(broadcastId, name, 1));
  const get = (id: string) => quality.maps.getAgreementMap({ id }, asUser);
  const ended = async (id: string): Promise<AgreementMap> => {
    await until(async () => (await get(id)).status !== AgreementMapStatus.PENDING, { what: 'the map to end' });
    return get(id);
  };
  const create = (more: { extractor?: string; idempotencyKey?: string } = {}) =>
    quality.maps.createAgreementMap({ messageIds, ...more }, asUser);
  const made = async (more?: { extractor?: string }) => ended((await create(more)).id);
  return { broadcastId, userId, asUser, messageIds, get, ended, create, made };
}
