import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const text = z.union([z.string(), z.array(z.string())]).transform((lines) => [lines].flat().join('\n'));
/** Of some replies, by their names, the passage that takes this side. */
const passages = z.record(z.string(), z.string());

const labelledRound = z.strictObject({
  name: z.string(),
  question: z.string(),
  injection: z.string().optional(),
  replies: z.record(z.string(), text),
  claims: z.array(z.strictObject({ claim: z.string(), says: passages, contradicts: passages.optional() })).min(1),
});

/**
 * A question with its replies, and what a careful reader finds in them. A reply that a claim does not name is silent. A
 * claim that has both sides is a planted contradiction. `injection`: what a reply wants the extractor to say.
 */
export type LabelledRound = z.output<typeof labelledRound> & { kind: string };
export type LabelledClaim = LabelledRound['claims'][number];

const folder = join(import.meta.dirname, '../../agreement-set');

/** The labelled rounds of the repository, by the names of their files. */
export async function readRounds(): Promise<LabelledRound[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const read = async (name: string) => {
    const rounds = z.array(labelledRound).parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    return rounds.map((round) => ({ ...round, kind: name.slice(0, -'.json'.length) }));
  };
  return (await Promise.all(files.map(read))).flat();
}
