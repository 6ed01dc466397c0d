import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

const time = '2026-11-21T09:12:00.000Z';
const aiService = { name: 'alpha', displayName: 'Alpha', color: '#4f6bed' };
const text = 'Hold the seats with a lease, and let the lease end by itself. '.repeat(64);
const said = (role: string) => ({ id: randomUUID(), role, content: text, timestamp: time, status: 'completed' });
const conversationOf = (messages: number) => ({
  id: randomUUID(),
  aiService,
  title: 'Seats',
  createdAt: time,
  updatedAt: time,
  messages: Array.from({ length: messages }, (_, at) => said(at % 2 === 0 ? 'user' : 'assistant')),
});

/** An export of about so many bytes, written while it is read; `isCut` ends it in the middle of a conversation. */
export function exportFile(bytes: number, isCut: boolean) {
  const made = { bytes: 0, conversations: 0 };
  function* pieces() {
    yield '{"schemaVersion":1,"conversations":[';
    for (; made.bytes < bytes; made.conversations += 1) {
      const piece = (made.conversations > 0 ? ',' : '') + JSON.stringify(conversationOf(20));
      made.bytes += piece.length;
      yield piece;
    }
    if (!isCut) yield ']}';
  }
  return { made, body: Readable.from(pieces(), { objectMode: false }) };
}
