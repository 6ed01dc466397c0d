import { exportSchemaVersion, type ExportedConversation, type MissingFromExport } from '@polylogue/api-contract';

/** Everything that is stored, one conversation per line: what an import takes. */
export async function* jsonOf(
  conversations: AsyncIterable<ExportedConversation>,
  at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  let before = `{"schemaVersion":${exportSchemaVersion},"exportedAt":"${at.toISOString()}","conversations":[\n`;
  for await (const conversation of conversations) {
    yield before + JSON.stringify(conversation);
    before = ',\n';
  }
  const end = missing.scoresOf > 0 ? `],"missing":${JSON.stringify(missing)}}\n` : ']}\n';
  yield before === ',\n' ? `\n${end}` : `${before}${end}`;
}
