import { z } from 'zod';
import type { Turn } from '../replies/finding.rules.js';
import type { KnownClaim } from '../suggested/suggested-question.js';
import { suggested } from '../suggested/suggested.js';
import { parsed } from './extraction-request.rules.js';

const data = z.object({
  claims: z.array(
    z.object({
      claim: z.number(),
      text: z.string(),
      yourSide: z.enum(['says', 'contradicts']),
      yours: z.object({ words: z.string().optional() }),
    }),
  ),
});

type AskedClaim = z.output<typeof data>['claims'][number];

const known = new Map<string, KnownClaim>(
  suggested.flatMap(({ claims }) => claims.map((claim): [string, KnownClaim] => [claim.text, claim])),
);

/**
 * What a demo service makes of claims that come back to it, as JSON: in one of the two contradictions of a suggested
 * question a reply gives way, in the other both sides keep their views. Undefined when the thread asks for something else.
 */
export function settlingIn(thread: readonly Turn[]): string | undefined {
  const asked = toSettleIn(thread);
  return asked && JSON.stringify({ claims: asked.map((each) => ({ claim: each.claim, ...viewOf(each) })) });
}

function viewOf({ text, yourSide, yours }: AskedClaim): { view: 'keep' | 'change'; reason: string } {
  const { settles } = known.get(text) ?? {};
  // The demo understands nothing: what was not written for it decides nothing.
  if (!settles) return { view: 'keep', reason: 'The other replies bring no fact that decides it.' };
  const { yields } = settles;
  if (yields && yours.words?.includes(yields.words)) return { view: 'change', reason: yields.reason };
  return { view: 'keep', reason: settles[yourSide] };
}

function toSettleIn(thread: readonly Turn[]): AskedClaim[] | undefined {
  const system = thread.find(({ role }) => role === 'system')?.content ?? '';
  const mark = /<claims-([0-9a-f]{32})>/.exec(system)?.[1];
  const user = thread.find(({ role }) => role === 'user')?.content ?? '';
  if (mark === undefined || !user.startsWith(`<claims-${mark}>\n`)) return undefined;
  const json = user.slice(`<claims-${mark}>\n`.length, user.lastIndexOf(`\n</claims-${mark}>`));
  return data.safeParse(parsed(json)).data?.claims;
}
