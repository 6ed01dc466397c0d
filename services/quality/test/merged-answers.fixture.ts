import {
  AgreementMapStatus,
  MergedAnswersServiceDefinition,
  type DispatchRequest,
  type MergedAnswer,
  type MergedAnswerEvent,
} from '@polylogue/proto';
import { until } from '@polylogue/test-kit';
import { aRound, extraction } from './agreement.fixture.js';
import { delta, ended, type Judge, type Quality, type Upstreams } from './quality.fixture.js';

export const replies = {
  a: 'Row locks are **cheap**. They block writers only.',
  b: 'Row locks are dear. They block writers only.',
  c: 'Nobody knows what locks cost.',
};

/** Claims as a writer is given them: the disputed one is c1, the shared one c2. */
export interface ShownClaims {
  question: string;
  claims: { claim: string; text: string; standing: string; says: string[]; against: string[]; important?: true }[];
  answerSoFar?: string[];
}

/** What a writer is sent as data; undefined when a service is not called to write. */
export function claimsIn({ messages }: DispatchRequest): ShownClaims | undefined {
  const [, json] = /^<claims-[0-9a-f]{32}>\n(.*)\n<\/claims-[0-9a-f]{32}>/s.exec(messages[1]?.content ?? '') ?? [];
  return json === undefined ? undefined : (JSON.parse(json) as ShownClaims);
}

/** Finds the claims of a map, and writes as `write` says. */
export const findsAnd = (write: Judge): Judge =>
  async function* (request, call) {
    if (claimsIn(request)) return yield* write(request, call);
    const found = extraction(request, {
      'They block writers only.': [
        [replies.a, 'says', 'They block writers only.'],
        [replies.b, 'says', 'they block writers only'],
      ],
      'Row locks are cheap.': [
        [replies.a, 'says', 'Row locks are cheap.'],
        [replies.b, 'contradicts', 'Row locks are dear.'],
      ],
    });
    yield await Promise.resolve(delta(found));
    yield ended();
  };

export const answers = (quality: Quality) => quality.client(MergedAnswersServiceDefinition);

interface Wish {
  writer?: string;
  steering?: string;
  basedOn?: string;
  idempotencyKey?: string;
}

/** A wish as it is estimated: how long it is, never what it says. */
interface WishSize extends Pick<Wish, 'writer' | 'basedOn'> {
  steeringBytes?: number;
}

/** A completed map of one user, and what is written from it. */
export async function aMap(upstreams: Upstreams, quality: Quality) {
  const round = aRound(upstreams, quality, replies);
  const map = await round.made({ extractor: 'x' });
  const client = answers(quality);
  const { asUser } = round;
  const begin = (wish: Wish = {}) => client.createMergedAnswer({ mapId: map.id, ...wish }, asUser);
  const estimate = (size: WishSize = {}) => client.estimateMergedAnswer({ mapId: map.id, ...size }, asUser);
  const get = (id: string) => client.getMergedAnswer({ id }, asUser);
  const ended = async (id: string): Promise<MergedAnswer> => {
    await until(async () => (await get(id)).status !== AgreementMapStatus.PENDING, { what: 'the answer to end' });
    return get(id);
  };
  const written = async (wish?: Wish) => ended((await begin(wish)).id);
  const follow = (id: string): AsyncIterable<MergedAnswerEvent> => client.followMergedAnswer({ id }, asUser);
  const list = async () => (await client.listMergedAnswers({ mapId: map.id, messageIds: [] }, asUser)).answers;
  return { ...round, map, client, begin, estimate, get, ended, written, follow, list };
}
