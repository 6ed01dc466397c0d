import { exportSchemaVersion, type MissingFromExport } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';

/** Everything that is stored, one conversation per line: what an import takes. */
export async function* jsonOf(
  parts: AsyncIterable<ExportedPart>,
  at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  yield `{"schemaVersion":${exportSchemaVersion},"exportedAt":"${at.toISOString()}","conversations":[\n`;
  yield* conversationsJson(parts);
  yield missing.scoresOf > 0 ? `\n],"missing":${JSON.stringify(missing)}}\n` : '\n]}\n';
}

/** Pieces of text that together are the conversations as the elements of a list. */
export async function* conversationsJson(parts: AsyncIterable<ExportedPart>): AsyncGenerator<string> {
  let between = '';
  // They stand behind all of the messages.
  let behind = noLists();
  for await (const part of parts) {
    const { isFirst, isLast, messages, summaries = [], ...rest } = part;
    const { agreementMaps, mergedAnswers, settleRounds, assessments, ...conversation } = rest;
    const more = { agreementMaps, mergedAnswers, settleRounds, assessments };
    for (const name of listNames) for (const each of more[name] ?? []) behind[name].push(each);
    let text = '';
    if (isFirst) [text, between] = [`${between}${JSON.stringify(conversation).slice(0, -1)},"messages":[`, ''];
    if (messages.length > 0) [text, between] = [text + between + JSON.stringify(messages).slice(1, -1), ','];
    if (isLast) {
      text += `]${Object.entries({ summaries, ...behind })
        .map(listJson)
        .join('')}}`;
      [between, behind] = [',\n', noLists()];
    }
    yield text;
  }
}

const listNames = ['agreementMaps', 'mergedAnswers', 'settleRounds', 'assessments'] as const;
const noLists = (): Record<(typeof listNames)[number], unknown[]> => ({
  agreementMaps: [],
  mergedAnswers: [],
  settleRounds: [],
  assessments: [],
});

const listJson = ([name, list]: [string, readonly unknown[]]): string =>
  list.length > 0 ? `,"${name}":${JSON.stringify(list)}` : '';
