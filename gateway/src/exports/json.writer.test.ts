import { expect, it } from '@jest/globals';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { conversationsJson } from './json.writer.js';

it('writes a conversation with more scores than a call may have arguments', async () => {
  const assessments = Array.from({ length: 200_000 }, (_, at) => ({ at }));
  const part = { isFirst: true, isLast: true, id: 'a', messages: [], assessments } as unknown as ExportedPart;
  async function* parts() {
    yield await Promise.resolve(part);
  }
  let text = '';
  for await (const piece of conversationsJson(parts())) text += piece;
  expect((JSON.parse(text) as { assessments: unknown[] }).assessments).toHaveLength(200_000);
});
