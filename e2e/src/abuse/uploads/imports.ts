import { gzipSync } from 'node:zlib';
import type { HostileFile } from './hostile-file.js';

const id = '0191f0a0-0000-7000-8000-000000000001';
const time = '2026-11-21T09:12:00.123Z';
const head = {
  id,
  title: 'x',
  createdAt: time,
  updatedAt: time,
  aiService: { name: 'demo-brief', displayName: 'x', color: '#000000' },
};
const message = { id, role: 'user', content: 'x', timestamp: time, status: 'completed' };
const file = (conversation: object) => JSON.stringify({ schemaVersion: 1, conversations: [conversation] });
const json = 'application/json';
const bodies: [string, string | Buffer, string?, HostileFile['expected']?][] = [
  ['nothing', ''],
  ['no JSON', 'Hello'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '1e400'],
  ['cut off', file({ ...head, messages: [message] }).slice(0, -30)],
  ['more behind its end', `${file({ ...head, messages: [] })}{}`],
  ['brackets a million deep', '['.repeat(1_000_000)],
  ['brackets deep in a message', `{"schemaVersion":1,"conversations":[{"messages":[${'['.repeat(500_000)}`],
  ['a key of 9 MB', `{"${'k'.repeat(9_000_000)}":1}`],
  ['a title of 9 MB', file({ ...head, title: 'x'.repeat(9_000_000), messages: [message] }), json, 'either'],
  ['a message of 9 MB', file({ ...head, messages: [{ ...message, content: 'x'.repeat(9_000_000) }] }), json, 'either'],
  [
    'a name of 100 KB',
    file({
      ...head,
      messages: [{ ...message, attachment: { name: 'n'.repeat(100_000), size: 1, type: 'text/plain' } }],
    }),
    json,
    'either',
  ],
  [
    'a name that climbs',
    file({
      ...head,
      messages: [
        { ...message, attachment: { name: '../../../../tmp/polylogue-climbed.txt', size: 1, type: 'text/plain' } },
      ],
    }),
    json,
    'either',
  ],
  [
    'NUL and half signs',
    file({ ...head, title: 'a\0b', messages: [{ ...message, content: 'a\0\ud83d' }] }),
    json,
    'either',
  ],
  ['a version from afar', JSON.stringify({ schemaVersion: 1e9, conversations: [] })],
  [
    'conversations that are none',
    JSON.stringify({ schemaVersion: 1, conversations: [1, null, 'x', []] }),
    json,
    'either',
  ],
  ['a time before time', file({ ...head, createdAt: '-271821-04-20T00:00:00Z', messages: [message] }), json, 'either'],
  ['an id that is SQL', file({ ...head, id: "'; drop table messages; --", messages: [message] }), json, 'either'],
  ["another user's fields", file({ ...head, userId: id, messages: [{ ...message, userId: id }] }), json, 'either'],
  ['a prototype', `{"__proto__":{"conversations":[]},"schemaVersion":1,"conversations":[]}`, json, 'either'],
  ['200,000 conversations', `{"schemaVersion":1,"conversations":[${'{},'.repeat(199_999)}{}]}`, json, 'either'],
  [
    'a negative size and cost',
    file({
      ...head,
      messages: [{ ...message, tokens: -1, cost: { amount: -5, currency: 'USD', source: 'estimate' } }],
    }),
    json,
    'either',
  ],
  ['UTF-16', Buffer.from(`\uFEFF${file({ ...head, messages: [] })}`, 'utf16le')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['as a form', 'conversations=1', 'application/x-www-form-urlencoded'],
  ['as text', file({ ...head, messages: [] }), 'text/plain'],
  ['without a type', file({ ...head, messages: [] }), ''],
];

/** Bodies of an import that mean ill, with the type that they are sent with. */
export function hostileImports(): (Omit<HostileFile, 'name'> & { encoding?: string })[] {
  const packed = {
    what: 'import: 100 MB, packed',
    content: gzipSync(Buffer.alloc(100 * 1024 * 1024, 0x20)),
    type: json,
    encoding: 'gzip',
    expected: 'refused' as const,
  };
  return [
    ...bodies.map(([what, body, type = json, expected = 'refused']) => ({
      what: `import: ${what}`,
      content: Buffer.from(body as string),
      type,
      expected,
    })),
    packed,
  ];
}
