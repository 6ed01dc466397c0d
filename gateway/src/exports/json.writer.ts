import {
  exportSchemaVersion,
  type AgreementMap,
  type MissingFromExport,
  type QualityAssessment,
} from '@polylogue/api-contract';
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
  let said: QualityAssessment[] = [];
  let mapped: AgreementMap[] = [];
  for await (const part of parts) {
    const { isFirst, isLast, messages, assessments = [], summaries = [], agreementMaps = [], ...conversation } = part;
    for (const map of agreementMaps) mapped.push(map);
    for (const assessment of assessments) said.push(assessment);
    let text = '';
    if (isFirst) [text, between] = [`${between}${JSON.stringify(conversation).slice(0, -1)},"messages":[`, ''];
    if (messages.length > 0) [text, between] = [text + between + JSON.stringify(messages).slice(1, -1), ','];
    if (isLast) {
      const behind = { summaries, agreementMaps: mapped, assessments: said };
      text += `]${Object.entries(behind).map(listJson).join('')}}`;
      [between, said, mapped] = [',\n', [], []];
    }
    yield text;
  }
}

const listJson = ([name, list]: [string, readonly unknown[]]): string =>
  list.length > 0 ? `,"${name}":${JSON.stringify(list)}` : '';
