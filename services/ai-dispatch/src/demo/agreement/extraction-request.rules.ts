import { z } from 'zod';
import type { Turn } from '../replies/finding.rules.js';

const data = z.object({
  replies: z.array(z.object({ reply: z.string(), text: z.string() })),
  known: z.array(z.object({ claim: z.number(), text: z.string() })).optional(),
  furtherClaimsWanted: z.boolean().optional(),
});

/** What is to be extracted; with known claims where texts are read again and again. */
export type ExtractionTask = z.output<typeof data>;

/** A reply under the label that its extractor knows it by. */
export type LabelledReply = z.output<typeof data>['replies'][number];

/** What a thread asks to extract; undefined when it asks for something else. */
export function toExtractIn(thread: readonly Turn[]): ExtractionTask | undefined {
  const system = thread.find(({ role }) => role === 'system')?.content ?? '';
  const mark = /<replies-([0-9a-f]{32})>/.exec(system)?.[1];
  const user = thread.find(({ role }) => role === 'user')?.content ?? '';
  if (mark === undefined || !user.startsWith(`<replies-${mark}>\n`)) return undefined;
  const json = user.slice(`<replies-${mark}>\n`.length, user.lastIndexOf(`\n</replies-${mark}>`));
  return data.safeParse(parsed(json)).data;
}

/** JSON as a value; undefined for what is none. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
