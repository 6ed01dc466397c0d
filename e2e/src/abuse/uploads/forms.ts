/** A form that is broken, or is more than a form. */
export interface HostileForm {
  what: string;
  type: string;
  body: Buffer;
}

const boundary = 'edge';
const part = (head: string, body: string) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`;
const file = (name: string, body = 'Fine') => part(`Content-Disposition: form-data; ${name}`, body);
const fields =
  file('name="message"', 'x') + file('name="selectedAIs"', '["demo-brief"]') + file('name="mode"', 'individual');

const multipart = `multipart/form-data; boundary=${boundary}`;
const end = `--${boundary}--\r\n`;
const broken: [string, string, string?][] = [
  ['no boundary', fields + end, 'multipart/form-data'],
  ['an empty boundary', fields + end, 'multipart/form-data; boundary='],
  ['a boundary of 10,000 signs', fields + end, `multipart/form-data; boundary=${'b'.repeat(10_000)}`],
  ['another boundary', fields + end, 'multipart/form-data; boundary=other'],
  ['no end', fields + file('name="file"; filename="a.txt"')],
  ['nothing', ''],
  ['the end alone', end],
  ['a head without end', `--${boundary}\r\nContent-Disposition: form-data; name="${'n'.repeat(200_000)}`],
  ['10,000 heads', `--${boundary}\r\n${'X-Head: y\r\n'.repeat(10_000)}\r\nx\r\n${end}`],
  ['10,000 fields', fields + file('name="x"', 'y').repeat(10_000) + end],
  ['100 files', fields + file('name="file"; filename="a.txt"').repeat(100) + end],
  ['six files', fields + file('name="file"; filename="a.txt"').repeat(6) + end],
  ['a file in another field', fields + file('name="other"; filename="a.txt"') + end],
  ['a file as a field of the message', file('name="message"; filename="a.txt"') + fields + end],
  [
    'fields that are a prototype',
    fields +
      file('name="__proto__[x]"', 'y') +
      file('name="constructor"', 'y') +
      file('name="file"; filename="a.txt"') +
      end,
  ],
  [
    'two names of a file',
    `${fields}${file(`name="file"; filename="a.txt"; filename*=UTF-8''..%2f..%2fpolylogue-climbed.txt`)}${end}`,
  ],
  ['a name in no charset', `${fields}${file(`name="file"; filename*=x-none''%ff%fe.txt`)}${end}`],
  ['a name with a line', `${fields}${file('name="file"; filename="a\nb.txt"')}${end}`],
  ['no name of a file', `${fields}${file('name="file"; filename=""')}${end}`],
  [
    'a part in another encoding',
    `${fields}${part('Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Transfer-Encoding: base64', 'RmluZQ==')}${end}`,
  ],
  [
    'a form in a form',
    `${fields}${part('Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: multipart/mixed; boundary=inner', '--inner\r\n\r\nx\r\n--inner--')}${end}`,
  ],
  ['a field of 2 MB', `${file('name="message"', 'x'.repeat(2_000_000))}${fields}${end}`],
  [
    'services that are no list',
    file('name="message"', 'x') +
      file('name="selectedAIs"', '{"a":1}') +
      file('name="mode"', 'individual') +
      file('name="file"; filename="a.txt"') +
      end,
  ],
  ['JSON', '{"message":"x"}', 'application/json'],
  ['another kind of parts', fields + end, `multipart/mixed; boundary=${boundary}`],
];

/** Forms that no browser makes. */
export function hostileForms(): HostileForm[] {
  return broken.map(([what, body, type = multipart]) => ({
    what: `form: ${what}`,
    type,
    body: Buffer.from(body, 'latin1'),
  }));
}
