import { AgreementMapStatus, type DispatchRequest, type Settling } from '@polylogue/proto';
import { until } from '@polylogue/test-kit';
import { aRound, extraction } from './agreement.fixture.js';
import { delta, ended, type Judge, type Quality, type Upstreams } from './quality.fixture.js';

/** Two claims: on the first a contradicts b, on the second a contradicts b and c. */
export const replies = {
  a: 'Row locks are cheap. They never deadlock.',
  b: 'Row locks are dear. They may deadlock.',
  c: 'Deadlocks do happen with them.',
};
export const cheap = 'Row locks are cheap.';
export const deadlock = 'Row locks can deadlock.';

/** Extracts these claims. */
export const extracts: Judge = async function* (request) {
  yield await Promise.resolve(
    delta(
      extraction(request, {
        [cheap]: [
          [replies.a, 'says', 'Row locks are cheap.'],
          [replies.b, 'contradicts', 'Row locks are dear.'],
        ],
        [deadlock]: [
          [replies.a, 'contradicts', 'They never deadlock.'],
          [replies.b, 'says', 'They may deadlock.'],
          [replies.c, 'says', 'Deadlocks do happen with them.'],
        ],
      }),
    ),
  );
  yield ended();
};

interface Argument {
  words?: string;
  reason?: string;
}

/** A claim as a service is asked about it. */
export interface AskedClaim {
  claim: number;
  text: string;
  yourSide: string;
  yours: Argument;
  against: Argument[];
}

/** What a service is sent as data. */
export function askedIn({ messages }: DispatchRequest): { question: string; claims: AskedClaim[] } {
  const [, json = ''] =
    /^<claims-[0-9a-f]{32}>\n(.*)\n<\/claims-[0-9a-f]{32}>$/s.exec(messages[1]?.content ?? '') ?? [];
  return JSON.parse(json) as { question: string; claims: AskedClaim[] };
}

type Word = 'keep' | 'change' | 'unsure';

/** Answers of each claim, named by its text, a view and a reason. */
export const views = (byText: Record<string, [view: Word, reason: string]>): Judge =>
  async function* (request) {
    const claims = askedIn(request).claims.flatMap(({ claim, text }) => {
      const [view, reason] = byText[text] ?? [];
      return view ? { claim, view, reason } : [];
    });
    yield await Promise.resolve(delta(JSON.stringify({ claims })));
    yield ended();
  };

/** The rounds about one map of a user. */
export async function aDispute(upstreams: Upstreams, quality: Quality) {
  upstreams.judges['x'] = extracts;
  const round = aRound(upstreams, quality, replies);
  const map = await round.made({ extractor: 'x' });
  upstreams.judgeCalls.length = 0;
  const { asUser } = round;
  const settling = () => quality.settlings.getSettling({ mapId: map.id }, asUser);
  const begin = (more: { claims?: number[]; idempotencyKey?: string } = {}) =>
    quality.settlings.createSettleRound({ mapId: map.id, claims: [], ...more }, asUser);
  const isOpen = ({ rounds }: Settling) => rounds.some(({ status }) => status === AgreementMapStatus.PENDING);
  const isEnded = async () => !isOpen(await settling());
  const settled = async (more?: { claims?: number[] }): Promise<Settling> => {
    await begin(more);
    await until(isEnded, { what: 'the round to end' });
    return settling();
  };
  return { ...round, map, settling, begin, settled, isEnded };
}
