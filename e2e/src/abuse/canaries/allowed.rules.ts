import type { Finding, Needles } from '../../stores.js';

/** What must not be found where it does not belong. */
export const canaries = ['provider key', 'password', 'API key', 'session', 'prompt', 'erased words'] as const;
export type Canary = (typeof canaries)[number];

/** Where what a living user has written is kept for them. All other canaries may stand nowhere. */
export const placesOfPrompts: readonly RegExp[] = [
  /^postgres conversation\.(messages|attachments|ai_chat_sessions|ai_chat_turns|reply_parts|round_summaries|search_entries)$/,
  /^postgres conversation\.(conversations|comparisons)$/,
  /^postgres scheduler\.(saved_queries|executions|execution_results)$/,
  /^postgres admin\.notices$/,
  /^postgres quality\.(agreement_maps|merged_answers|backtests|backtest_cases|votes|suites|suite_cases|suite_results)$/,
  // What an import has brought, for a day.
  /^postgres quality\.import_(parts|map_parts|record_parts)$/,
  // A summary of texts that are not stored, so that a repeated request has its answer; names of pictures.
  /^postgres ai_dispatch\.(summaries|media)$/,
];

const encodings = {
  base64: (text: string) =>
    Buffer.from(text)
      .toString('base64')
      .replace(/..?=*$/, ''),
  hex: (text: string) => Buffer.from(text).toString('hex'),
} as const;

/** What is looked for: each canary as it stands, and as it may have been written down. */
export function needlesOf(texts: Readonly<Record<Canary, string>>): Needles {
  return Object.fromEntries(
    canaries.flatMap((canary) => [
      [canary, texts[canary]],
      ...Object.entries(encodings).map(([name, encode]) => [`${canary} in ${name}`, encode(texts[canary])] as const),
    ]),
  );
}

/** What was found of a canary where it may not be. */
export function leaksOf(canary: Canary, findings: readonly Finding[]): string[] {
  return findings
    .filter(({ what }) => what === canary || what.startsWith(`${canary} in `))
    .filter(({ where }) => canary !== 'prompt' || !placesOfPrompts.some((place) => place.test(where)))
    .map(({ where, what }) => `${what}: ${where}`);
}
