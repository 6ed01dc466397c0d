import { z } from 'zod';
import { read, strict, type Read } from '../agreement/extraction-answer.rules.js';
import { storable } from '../judging/json-objects.rules.js';
import type { ClaimView, View } from './settling.entity.js';
import type { AskedClaim } from './settling.rules.js';

/** Characters of a reason that are kept: it is an argument, not an essay. */
const maxReason = 600;
const views = { keep: 'kept', change: 'changed', unsure: 'unsure' } as const satisfies Record<string, View>;
const words = Object.keys(views) as (keyof typeof views)[];

/** What a service answers. Further keys are dropped. */
const settling = z.object({
  claims: z
    .array(
      z.object({
        claim: z.number().int(),
        view: z.enum(words),
        reason: z.string().trim().min(1).transform(shortReason),
      }),
    )
    .max(100),
});

/** The same as a JSON schema. */
export const settleSchema = JSON.stringify(
  strict({
    claims: {
      type: 'array',
      items: strict({
        claim: { type: 'integer', description: 'Its number in the data.' },
        view: { type: 'string', enum: words },
        reason: { type: 'string', description: 'One to three sentences.' },
      }),
    },
  }),
);

/** The views of a service on the claims it was asked about; what it says of others, or again of the same, is dropped. */
export function readViews(text: string, asked: readonly AskedClaim[]): Read<ClaimView[]> {
  const found = read(text, settling, 'list of views');
  if ('fault' in found) return found;
  const byPlace = new Map(found.value.claims.toReversed().map((each) => [each.claim, each]));
  const answered = asked.flatMap(({ claim }, index) => {
    const said = byPlace.get(index + 1);
    return said ? { claim, view: views[said.view], reason: said.reason } : [];
  });
  answered.sort((one, other) => one.claim - other.claim);
  return answered.length > 0 ? { value: answered } : { fault: 'it says nothing of the claims in question.' };
}

function shortReason(text: string): string {
  const whole = storable(text);
  if (whole.length <= maxReason) return whole;
  // Half a surrogate pair at the cut is no character.
  return `${storable(whole.slice(0, maxReason)).replace(/\uFFFD$/, '')}…`;
}
