import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { FilesServiceDefinition } from '@polylogue/proto';
import { aDoc, aDocx, aPdf, aUser, aZip, callerToken, until } from '@polylogue/test-kit';
import { maxCells, maxCharacters, type FileFaultCode } from '../src/files/file-faults.js';
import { readFileApart } from '../src/files/file-reader.js';
import { startRunning, type Running } from './running.js';

const root = join(import.meta.dirname, '../../..');
let running: Running;

beforeAll(async () => {
  // The process that reads files runs what was compiled.
  const { NODE_OPTIONS: _, ...env } = process.env;
  execFileSync(process.execPath, [join(root, 'packages/build-kit/src/build-node.js'), 'services/ai-dispatch'], {
    cwd: root,
    env,
  });
  running = await startRunning([], { env: { AI_DISPATCH_FILE_CPU_MS: '2500' } });
});
afterAll(() => running?.close());

const extract = (name: string, content: Buffer | string, user = aUser(), signal?: AbortSignal) =>
  running
    .client(FilesServiceDefinition)
    .extractText(
      { name, content: Buffer.from(content) },
      { callerToken: callerToken(user), deadlineMs: 40_000, ...(signal ? { signal } : {}) },
    );

it('whose name has a NUL is refused: no process can be given it', async () => {
  const unstorable = { kind: 'invalid', code: 'unstorable_text' };
  await expect(extract('a\0b.txt', 'Hi')).rejects.toMatchObject(unstorable);
  const picture = { name: 'a\0b.png', content: Buffer.from('Hi') };
  const kept = running.client(FilesServiceDefinition).keepPicture(picture, { callerToken: callerToken(aUser()) });
  await expect(kept).rejects.toMatchObject(unstorable);
});

describe('the text of a file', () => {
  it.each<[string, Buffer | string, string, string]>([
    ['report.pdf', aPdf('Cats purr at 25 Hz'), 'Cats purr at 25 Hz', 'application/pdf'],
    ['REPORT.PDF', aPdf('Cats purr'), 'Cats purr', 'application/pdf'],
    [
      'letter.docx',
      aDocx(['Dear Ada,', 'Grüße &amp; 日本語']),
      'Dear Ada,\n\nGrüße & 日本語',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['old.doc', aDoc('Straße, 日本語 and “quotes”'), 'Straße, 日本語 and "quotes"', 'application/msword'],
    ['notes.txt', 'Line one\r\nLine two', 'Line one\nLine two', 'text/plain'],
    ['table.csv', 'name;size\n"a;b";2\n', 'name;size\n"a;b";2', 'text/csv'],
    ['data.json', '\uFEFF{"a":[1,2]}', '{"a":[1,2]}', 'application/json'],
    ['README.md', '# Title\n\nmentions %PDF-1.4', '# Title\n\nmentions %PDF-1.4', 'text/markdown'],
  ])('is taken out of %s', async (name, content, text, type) => {
    const made = await extract(name, content);
    expect(made.text.trim()).toBe(text);
    expect(made.type).toBe(type);
  });

  it.each<[string, Buffer]>([
    ['utf-8', Buffer.from('Grüße aus Köln, 日本語')],
    ['utf-16le', Buffer.from('\uFEFFGrüße aus Köln, 日本語', 'utf16le')],
    ['utf-16le', Buffer.from('Gruesse aus Koeln, ohne Marke', 'utf16le')],
    ['utf-16be', iconv.encode('Grüße aus Köln, 日本語', 'utf-16be', { addBOM: true })],
    ['windows-1252', iconv.encode('Größe: 10 €, “schön” für Änderungen über Köln', 'windows-1252')],
    ['shift_jis', iconv.encode('これは日本語の文章です。東京は日本の首都です。', 'shift_jis')],
    ['windows-1251', iconv.encode('Привет, как дела? Это обычный русский текст.', 'windows-1251')],
  ])('is read as it was written, in %s', async (encoding, content) => {
    const made = await extract('notes.txt', content);
    expect(made.encoding).toBe(encoding);
    expect(iconv.encode(made.text, encoding, { addBOM: false }).length).toBeLessThanOrEqual(content.length);
    expect(made.text).not.toContain('\uFFFD');
  });
});

describe('a document that asks the reader to read something else', () => {
  const office = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const asking = (entity: string) =>
    aDocx([], {
      'word/document.xml': Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE d [${entity}]><w:document xmlns:w="${office}"><w:body><w:p><w:r><w:t>Said: &else;</w:t></w:r></w:p></w:body></w:document>`,
      ),
    });

  it.each([
    ['a file of the server', `<!ENTITY else SYSTEM "file://${join(root, 'package.json')}">`],
    ['an address', '<!ENTITY else SYSTEM "http://127.0.0.1:9/secret">'],
    ['itself, a billion times', `<!ENTITY a "${'lol'.repeat(10)}"><!ENTITY else "${'&a;'.repeat(1_000)}">`],
  ])('is not given it: %s', async (_what, entity) => {
    const said = await extract('letter.docx', asking(entity)).then(
      ({ text }) => text,
      ({ code }) => String(code),
    );
    expect(said.slice(0, 100)).toMatch(/^(Said:.{0,20}|corrupt)\s*$/);
  });
});

describe('a file that cannot be used gets a sentence, and the next one is read', () => {
  const zeros = Buffer.alloc(70 * 1024 * 1024);
  const many = (cells: number) => `${'1,'.repeat(99)}1\n`.repeat(Math.ceil(cells / 100));

  it.each<[string, string, () => Buffer | string, FileFaultCode]>([
    ['a type that is not read', 'tool.exe', () => 'MZ', 'type_not_allowed'],
    ['a name without an extension', 'pdf', () => aPdf('x'), 'type_not_allowed'],
    ['a picture called .txt', 'a.txt', () => Buffer.from('89504e470d0a1a0a0000000d494844520000', 'hex'), 'not_text'],
    ['a PDF called .txt', 'a.txt', () => aPdf('x'), 'not_what_it_says'],
    ['text called .pdf', 'a.pdf', () => 'Hello', 'not_what_it_says'],
    ['an old document called .docx', 'a.docx', () => aDoc('x'), 'not_what_it_says'],
    ['a new document called .doc', 'a.doc', () => aDocx(['x']), 'not_what_it_says'],
    ['an archive called .docx', 'a.docx', () => aZip({ 'a.txt': 'x' }), 'corrupt'],
    ['an empty file', 'a.txt', () => '', 'empty_file'],
    ['blanks only', 'a.md', () => ' \n\t ', 'empty_file'],
    ['a PDF with a password', 'a.pdf', () => aPdf('secret', true), 'encrypted'],
    ['a .doc with a password', 'a.doc', () => aDoc('secret', { lock: true }), 'encrypted'],
    [
      'a .docx with a password',
      'a.docx',
      () => Buffer.concat([aDoc('x'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ],
    ['a scan', 'a.pdf', () => aPdf(''), 'scanned'],
    ['a PDF cut off', 'a.pdf', () => aPdf('x').subarray(0, 60), 'corrupt'],
    ['a document cut off', 'a.docx', () => aDocx(['x']).subarray(0, 300), 'corrupt'],
    ['a .doc cut off', 'a.doc', () => aDoc('x').subarray(0, 900), 'corrupt'],
    ['a .doc that runs in a circle', 'a.doc', () => aDoc('x', { loop: true }), 'too_complex'],
    ['a zip bomb', 'a.docx', () => aDocx(['x'], { 'word/media/a.bin': zeros }), 'unpacked_too_large'],
    ['a zip bomb that lies', 'a.docx', () => aDocx(['x'], { 'word/media/a.bin': zeros }, 10), 'unpacked_too_large'],
    ['JSON that is none', 'a.json', () => '{"a":', 'invalid_json'],
    ['a quote that never closes', 'a.csv', () => 'a,b\n"x,y\n', 'invalid_csv'],
    ['a table of five million cells', 'a.csv', () => many(5_000_000), 'too_many_cells'],
    ['too much text', 'a.txt', () => 'x'.repeat(maxCharacters + 1), 'too_much_text'],
    ['more than 10 MB', 'a.txt', () => 'x'.repeat(10 * 1024 * 1024 + 1), 'file_too_large'],
  ])('%s', async (_what, name, content, code) => {
    await expect(extract(name, content())).rejects.toMatchObject({ code });
  });

  it('whatever was refused before it', async () => {
    expect((await extract('b.txt', 'Fine')).text).toBe('Fine');
  });

  it('takes what is just small enough', async () => {
    expect((await extract('a.csv', many(maxCells))).text.length).toBeGreaterThan(maxCells);
    expect((await extract('a.txt', 'x'.repeat(maxCharacters))).text.length).toBe(maxCharacters);
  });

  it('needs an approved caller', async () => {
    await expect(extract('a.txt', 'x', aUser({ isApproved: false }))).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('the process that reads', () => {
  it('ends when its reader has gone', async () => {
    const gone = new AbortController();
    const name = `circle-${randomUUID()}.doc`;
    const reading = extract(name, aDoc('x', { loop: true }), aUser(), gone.signal);
    const refused = expect(reading).rejects.toThrow();
    await until(() => readersOf(name).length > 0, { what: 'the process' });
    gone.abort(new Error('gone'));
    await refused;
    await until(() => readersOf(name).length === 0, { what: 'the end of the process' });
  });

  it('ends with its time and with its memory', async () => {
    const { signal } = new AbortController();
    const limits = { milliseconds: 60_000, cpuMilliseconds: 60_000, heapMegabytes: 256, residentMegabytes: 640 };
    const circle = aDoc('x', { loop: true });
    const refused = { code: 'too_complex' };
    await expect(readFileApart('a.doc', circle, signal, { ...limits, milliseconds: 1 })).rejects.toMatchObject(refused);
    await expect(readFileApart('a.doc', circle, signal, { ...limits, residentMegabytes: 1 })).rejects.toMatchObject(
      refused,
    );
  });
});

/** Not 20 KB, and each of its elements is looked for in five million blanks. */
const costly = () => {
  const elements = Array.from({ length: 4_000 }, (_, index) => `<x${index}></x${index}>`).join('');
  return aDocx([`Hi</w:t></w:r>${elements}<w:r>${' '.repeat(5_000_000)}<w:t>`]);
};

describe('a file that takes a processor for long', () => {
  it('ends with its share of it, and its user learns what to do', async () => {
    const content = costly();
    expect(content.length).toBeLessThan(50_000);
    const { signal } = new AbortController();
    const limits = { milliseconds: 100_000, cpuMilliseconds: 1_000, heapMegabytes: 256, residentMegabytes: 640 };
    await expect(readFileApart('a.docx', content, signal, limits)).rejects.toMatchObject({ code: 'too_complex' });
    await expect(extract('a.docx', content)).rejects.toMatchObject({
      code: 'too_complex',
      sentence: expect.stringMatching(/Save it in a simpler form/),
    });
  });

  it('and others of the same user leave the files of another user a slot', async () => {
    const [ada, gone] = [aUser(), new AbortController()];
    const ended: string[] = [];
    const name = `costly-${randomUUID()}.docx`;
    const costlyOnes = [1, 2, 3].map(() =>
      extract(name, costly(), ada, gone.signal)
        .catch(() => undefined)
        .finally(() => ended.push('ada')),
    );
    await until(() => readersOf(name).length > 0, { what: 'the process' });
    expect((await extract('b.txt', 'Fine')).text).toBe('Fine');
    expect(ended).toEqual([]);
    expect(readersOf(name)).toHaveLength(1);
    gone.abort(new Error('gone'));
    await Promise.all(costlyOnes);
  });
});

/** The processes of this machine that read a file of this name. */
function readersOf(name: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`reader/main.js\0document\0${name}`);
    } catch {
      return false;
    }
  });
}
