import { z } from 'zod';
import { jsonObjectsIn } from '../judging/json-objects.rules.js';

/** More claims than a person reads; the prompt asks for no more. */
export const maxClaims = 20;
const max = { claim: 300, quote: 1_000 };

/** Replies that one answer may speak of. */
const maxReplies = 160;

const said = z.object({
  reply: z.string().max(16),
  stance: z.enum(['says', 'contradicts', 'silent']),
  quote: z.string().max(max.quote).nullish(),
});

/** What an extractor answers. Further keys and further claims are dropped. */
const extraction = z.object({
  claims: z
    .array(
      z.object({
        claim: z.string().trim().min(1).max(max.claim),
        replies: z.array(said).max(64),
      }),
    )
    .transform((claims) => claims.slice(0, maxClaims)),
});

/** What a reader of texts answers: of claims that are known, by their number, and of further ones. */
const reading = z.object({
  known: z
    .array(z.object({ claim: z.number().int(), replies: z.array(said).max(maxReplies) }))
    .max(200)
    .optional(),
  claims: z
    .array(
      z.object({
        claim: z.string().trim().min(1).max(max.claim),
        replies: z.array(said).max(maxReplies),
      }),
    )
    .transform((claims) => claims.slice(0, maxClaims))
    .optional(),
});

/** What it answers when it is asked again for quotes that could not be found. */
const requoting = z.object({
  quotes: z.array(z.object({ claim: z.number().int(), ...said.shape })).max(maxClaims * 64),
});

export type Extraction = z.output<typeof extraction>;
export type Reading = z.output<typeof reading>;
export type Requoting = z.output<typeof requoting>;

/** An object of exactly these properties, as JSON schema. */
export const strict = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const quoteShape = {
  reply: { type: 'string', description: 'The label of the reply.' },
  stance: { type: 'string', enum: ['says', 'contradicts', 'silent'] },
  quote: { type: 'string', description: 'A passage of the reply, copied word for word; empty when it is silent.' },
};

/** The same as JSON schemas. Bounds are left to the reading: not every provider takes them. */
export const extractionSchema = JSON.stringify(
  strict({
    claims: {
      type: 'array',
      items: strict({ claim: { type: 'string' }, replies: { type: 'array', items: strict(quoteShape) } }),
    },
  }),
);
export const requotingSchema = JSON.stringify(
  strict({ quotes: { type: 'array', items: strict({ claim: { type: 'integer' }, ...quoteShape }) } }),
);

const quoteList = { type: 'array', items: strict(quoteShape) };
export const readingSchema = JSON.stringify(
  strict({
    known: { type: 'array', items: strict({ claim: { type: 'integer' }, replies: quoteList }) },
    claims: { type: 'array', items: strict({ claim: { type: 'string' }, replies: quoteList }) },
  }),
);

export type Read<T> = { value: T } | { fault: string };

export const readExtraction = (text: string): Read<Extraction> => read(text, extraction, 'list of claims');
export const readReading = (text: string): Read<Reading> => read(text, reading, 'list of claims');
export const readRequoting = (text: string): Read<Requoting> => read(text, requoting, 'list of quotes');

/** Reads an answer by a schema. Two objects that both would do are not trusted: one of them may come from a reply. */
export function read<T>(text: string, schema: z.ZodType<T>, what: string): Read<T> {
  const objects = jsonObjectsIn(text);
  if (objects.length === 0) return { fault: 'there is no whole JSON object in it.' };
  const results = objects.map((each) => schema.safeParse(each));
  const valid = results.filter(({ success }) => success);
  if (valid.length > 1) return { fault: `there is more than one ${what} in it.` };
  const [found] = valid;
  if (found?.success) return { value: found.data };
  const issue = results.at(-1)?.error?.issues[0];
  return { fault: issue ? `${issue.path.join('.') || 'the answer'}: ${issue.message}.` : `it is no ${what}.` };
}
