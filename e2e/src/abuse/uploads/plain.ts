import { aDocx, aPdf } from '@polylogue/test-kit';
import type { Seeded } from '../seeded.rules.js';
import type { Bait, HostileFile } from './hostile-file.js';
import { aGoodPng } from './pictures.js';

const megabyte = 1024 * 1024;

/** Texts and tables that are empty, binary, endless or wrong. */
export function texts(): HostileFile[] {
  const files: [string, string, Buffer | string, HostileFile['expected']?][] = [
    ...['a.txt', 'a.md', 'a.csv', 'a.json', 'a.pdf', 'a.doc', 'a.docx'].map((name): [string, string, string] => [
      'empty',
      name,
      '',
    ]),
    ['blank', 'a.txt', ' \n\t\n'.repeat(1_000)],
    ['a mark of UTF-8 alone', 'a.txt', '\uFEFF'],
    ['10 MB and a byte', 'a.txt', 'x'.repeat(10 * megabyte + 1)],
    ['10 MB', 'a.txt', 'x'.repeat(10 * megabyte)],
    ['a line of a million signs', 'a.txt', 'x'.repeat(1_000_000), 'either'],
    ['a million lines', 'a.txt', '\n'.repeat(500_000) + 'x', 'either'],
    ['half signs', 'a.txt', Buffer.from('ud83d'.repeat(10_000), 'latin1'), 'either'],
    ['bytes of every kind', 'a.txt', Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 256))],
    ['NUL between letters', 'a.txt', 'a\0b\0c\0'.repeat(1_000), 'either'],
    ['marks of direction', 'a.txt', '\u202eevil\u202c \u2066x\u2069 '.repeat(1_000), 'either'],
    ['marks upon marks', 'a.txt', `x${'\u0301'.repeat(100_000)}`, 'either'],
    ['a virus, for trying', 'a.txt', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*', 'either'],
    ['brackets 1,000,000 deep', 'a.json', '['.repeat(1_000_000)],
    ['brackets 400,000 deep and back', 'a.json', '['.repeat(400_000) + ']'.repeat(400_000), 'either'],
    ['a number without end', 'a.json', `1${'0'.repeat(900_000)}`, 'either'],
    [
      'a key that is a prototype',
      'a.json',
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
      'either',
    ],
    ['the same key 50,000 times', 'a.json', `{${'"a":1,'.repeat(50_000)}"a":2}`, 'either'],
    ['not JSON', 'a.json', '{"a":'],
    ['a quote that never closes', 'a.csv', 'a,b\n"x,y\n'],
    ['five million cells', 'a.csv', `${'1,'.repeat(99)}1\n`.repeat(50_000)],
    ['one row of 300,000 cells', 'a.csv', '1,'.repeat(300_000)],
    ['formulas', 'a.csv', "=cmd|' /C calc'!A0,+1+1,-1+1,@SUM(1),\t=1\n".repeat(100), 'either'],
    ['quotes in quotes', 'a.csv', `"${'""'.repeat(400_000)}"`, 'either'],
  ];
  return files.map(([what, name, content, expected = 'refused']) => ({
    what: `${name}: ${what}`,
    name,
    content: Buffer.from(content as string),
    expected,
  }));
}

/** Files that are two things at once, or something else than they say. */
export function polyglots({ url }: Bait): HostileFile[] {
  const html = `<!doctype html><script src="${url}/polyglot.js"></script>`;
  const files: [string, string, Buffer, string?, HostileFile['expected']?][] = [
    ['a PDF that is a page', 'a.pdf', Buffer.concat([Buffer.from(`${html}\n`), aPdf('x')]), 'text/html', 'either'],
    ['a page that is a PDF', 'a.txt', Buffer.concat([Buffer.from(`${html}\n`), aPdf('x')]), 'text/html', 'either'],
    ['a good picture that is a page', 'a.png', Buffer.concat([aGoodPng(), Buffer.from(html)]), 'text/html', 'either'],
    ['a picture that is an archive', 'a.png', Buffer.concat([aGoodPng(), aDocx(['x'])]), 'application/zip', 'either'],
    ['an archive that is a picture', 'a.docx', Buffer.concat([aGoodPng(), aDocx(['x'])]), 'image/png', 'either'],
    ['a PDF that is an archive', 'a.docx', Buffer.concat([aPdf('x'), aDocx(['x'])]), 'application/pdf', 'either'],
    ['an archive that is a PDF', 'a.pdf', Buffer.concat([aDocx(['x']), aPdf('x')]), 'application/pdf', 'either'],
    ['a GIF that is a script', 'a.gif', Buffer.from(`GIF89a/*${'x'.repeat(10)}*/=1;alert(1)`), 'text/javascript'],
    ['a program', 'a.txt', Buffer.from('7f454c4602010100', 'hex')],
    ['a program', 'a.pdf', Buffer.from('MZ\x90\0')],
    ['a program', 'tool.exe', Buffer.from('MZ')],
    ['a page', 'a.html', Buffer.from(html), 'text/html'],
    ['a page called text', 'a.txt', Buffer.from(html), 'text/html', 'either'],
    ['a script', 'a.js', Buffer.from('alert(1)'), 'text/javascript'],
    ['a server page', 'a.php', Buffer.from('<?php system($_GET[0]);'), 'application/x-php'],
    ['two extensions', 'a.pdf.exe', aPdf('x'), 'application/pdf'],
    ['two extensions', 'a.exe.pdf', aPdf('x'), 'application/x-msdownload', 'either'],
    ['no extension', 'pdf', aPdf('x'), 'application/pdf'],
    ['an extension that is a name', '.pdf', aPdf('x'), 'application/pdf', 'either'],
    ['a link of a shell', 'a.desktop', Buffer.from('[Desktop Entry]\nExec=sh'), 'application/x-desktop'],
    ['text called PDF', 'a.pdf', Buffer.from('Hello')],
    ['a PDF called text', 'a.txt', aPdf('x')],
    ['a PDF called picture', 'a.png', aPdf('x')],
    ['a picture called PDF', 'a.pdf', aGoodPng()],
  ];
  return files.map(([what, name, content, type, expected = 'refused']) => ({
    what: `${name}: ${what}`,
    name,
    content,
    expected,
    ...(type ? { type } : {}),
  }));
}

/** Where a name that climbs would lead, by the end of it. */
export const climbed = 'polylogue-climbed.txt';

/** Names that lead elsewhere, are too long or are not what they seem. */
export function names(random: Seeded): HostileFile[] {
  const written: [string, HostileFile['expected']?][] = [
    [`../../../../../../tmp/${climbed}`, 'either'],
    [`..\\..\\..\\tmp\\${climbed}`, 'either'],
    [`/tmp/${climbed}`, 'either'],
    [`C:\\Windows\\${climbed}`, 'either'],
    [`....//....//tmp/${climbed}`, 'either'],
    [`%2e%2e%2f%2e%2e%2ftmp%2f${climbed}`, 'either'],
    ['..', 'refused'],
    ['.', 'refused'],
    ['/', 'refused'],
    ['   .txt', 'either'],
    ['con.txt', 'either'],
    ['a.txt:stream.txt', 'either'],
    [`${'a'.repeat(255)}.txt`, 'refused'],
    [`${'a'.repeat(100 * 1024)}.txt`, 'refused'],
    [`${'é'.repeat(5_000)}.txt`, 'refused'],
    [`${'../'.repeat(30_000)}${climbed}`, 'either'],
    ['a\u0001b.txt', 'refused'],
    ['a\u007f.txt', 'refused'],
    ['a\u0085.txt', 'refused'],
    ['gpj.\u202etxt.txt', 'either'],
    ['a\u200b\u200d\ufeff.txt', 'either'],
    ['<img src=x onerror=alert(1)>.txt', 'either'],
    ["'; drop table messages; --.txt", 'either'],
    ['$(touch polylogue-climbed).txt', 'either'],
    ['`id`.txt', 'either'],
    ['-rf.txt', 'either'],
    ['--max-old-space-size=99999.txt', 'either'],
    ['=cmd|calc!A0.csv', 'either'],
    ['{{7*7}}${7*7}.txt', 'either'],
    ['__proto__.txt', 'either'],
    ['a.txt.', 'refused'],
    ['a.TXT ', 'either'],
    ['文書\u{1f4a3}.txt', 'either'],
    ['a\ud83d.txt', 'either'],
  ];
  const signs = ['.', '/', '\\', '%', '\u202e', ' ', 'é', ';', '"', "'", '&', '|', '*', '?', '<', '>', ':'];
  const random20 = Array.from({ length: 20 }, (): [string, HostileFile['expected']] => [
    `${Array.from({ length: 5 + random.below(40) }, () => random.pick(signs)).join('')}x.txt`,
    'either',
  ]);
  return [...written, ...random20].map(([name, expected = 'either']) => ({
    what: `a name: ${JSON.stringify(name.slice(0, 60))}${name.length > 60 ? `… (${name.length})` : ''}`,
    name,
    content: Buffer.from('Fine'),
    expected,
  }));
}
