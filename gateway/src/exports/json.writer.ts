import { exportSchemaVersion, type Conversation } from '@polylogue/api-contract';

/** Everything that is stored, one conversation per line: what an import takes. */
export async function* jsonOf(conversations: AsyncIterable<Conversation>, at: Date): AsyncGenerator<string> {
  let before = `{"schemaVersion":${exportSchemaVersion},"exportedAt":"${at.toISOString()}","conversations":[\n`;
  for await (const conversation of conversations) {
    yield before + JSON.stringify(conversation);
    before = ',\n';
  }
  yield before === ',\n' ? '\n]}\n' : `${before}]}\n`;
}
