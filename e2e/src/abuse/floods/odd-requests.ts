/** A request that no browser sends, or only a broken one. */
export interface OddRequest {
  what: string;
  bytes: string;
  /** It goes on for ever with this, until the server hangs up. */
  endless?: string;
}

type Row = readonly [what: string, bytes: string, endless?: string];

const head = (first: string, more: readonly string[] = []) => `${[first, 'Host: x', ...more].join('\r\n')}\r\n\r\n`;

/** Wrong before there is a body. */
const heads = (cookie: string): readonly Row[] => [
  ['a header of 64 KB', head('GET /api/config HTTP/1.1', [`X-Long: ${'x'.repeat(65_536)}`])],
  ['a header without end', `GET /api/config HTTP/1.1\r\nHost: x\r\nX-Long: `, 'x'.repeat(16_384)],
  [
    '5,000 headers',
    head(
      'GET /api/config HTTP/1.1',
      Array.from({ length: 5_000 }, (_, at) => `X-${at}: y`),
    ),
  ],
  ['a cookie of 64 KB', head('GET /api/auth/user HTTP/1.1', [`Cookie: a=${'x'.repeat(65_536)}`])],
  ['10,000 cookies', head('GET /api/auth/user HTTP/1.1', [`Cookie: ${'a=b; '.repeat(3_000)}`])],
  ['an address of 100 KB', head(`GET /${'a'.repeat(102_400)} HTTP/1.1`)],
  ['an address that climbs', head(`GET /${'../'.repeat(3_000)}etc/passwd HTTP/1.1`)],
  ['a query of 5,000 values', head(`GET /api/conversations?${'a=b&'.repeat(3_000)} HTTP/1.1`, [`Cookie: ${cookie}`])],
  ['a wrong percent sign', head('GET /api/%zz%ff%00 HTTP/1.1')],
  ['NUL in its first line', head('GET /\0 HTTP/1.1')],
  ['no version', 'GET /\r\n\r\n'],
  ['another version', head('GET / HTTP/9.9')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a hello of TLS', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\0'.repeat(500)}`],
  ['noise', '\xff\xfe\xfd'.repeat(1_000)],
  ['a method that there is not', head('HACK / HTTP/1.1')],
  ['a tunnel', head('CONNECT example.com:443 HTTP/1.1')],
  [
    'an upgrade',
    head('GET /api/events HTTP/1.1', [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: x',
      'Sec-WebSocket-Version: 13',
    ]),
  ],
  ['two hosts', head('GET /api/config HTTP/1.1', ['Host: other'])],
  ['a line that injects', head('GET /api/config HTTP/1.1', ['X-Request-Id: a\rSet-Cookie: b=c', 'X-A: \u0001'])],
  [
    '1,000 requests at once',
    head('GET /api/config HTTP/1.1').repeat(1_000) + head('GET /api/config HTTP/1.1', ['Connection: close']),
  ],
  ['10,000 ranges', head('GET /theme.js HTTP/1.1', [`Range: bytes=${'0-1,'.repeat(2_500)}0-1`, 'Connection: close'])],
];

const piece = `${(16_384).toString(16)}\r\n${'x'.repeat(16_384)}\r\n`;

/** Bodies that are not what their head says, or never end. */
function bodies(cookie: string): readonly Row[] {
  const post = (more: readonly string[], body = '') =>
    head('POST /api/send-message HTTP/1.1', ['Content-Type: application/json', `Cookie: ${cookie}`, ...more]) + body;
  return [
    ['two lengths', post(['Content-Length: 2', 'Content-Length: 20'], '{}')],
    [
      'a length and chunks',
      post(['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /api/clear HTTP/1.1\r\n\r\n'),
    ],
    ['a length that is none', post(['Content-Length: -1'])],
    ['a length of 100 GB', post(['Content-Length: 107374182400'], '{"message":"'), 'x'.repeat(16_384)],
    ['chunks without end', post(['Transfer-Encoding: chunked']), piece],
    ['a chunk that lies', post(['Transfer-Encoding: chunked'], 'ffffffffffffffff\r\nx')],
    [
      'a chunk with 1 MB of remarks',
      post(['Transfer-Encoding: chunked'], `1;${'x'.repeat(1_048_576)}\r\nx\r\n0\r\n\r\n`),
    ],
    ['trailers without end', post(['Transfer-Encoding: chunked'], '0\r\n'), `X-Trailer: ${'x'.repeat(1_000)}\r\n`],
    ['a packed body of 100 MB', post(['Content-Encoding: gzip', 'Content-Length: 10'], '0123456789')],
  ];
}

/** `cookie` makes those that are read behind the sign-in get that far. */
export const oddRequests = (cookie: string): OddRequest[] =>
  [...heads(cookie), ...bodies(cookie)].map(([what, bytes, endless]) => ({
    what,
    bytes,
    ...(endless ? { endless } : {}),
  }));
