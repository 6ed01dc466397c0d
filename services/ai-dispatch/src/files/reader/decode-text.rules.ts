import chardet from 'chardet';
import iconv from 'iconv-lite';
import { FileFault } from '../file-faults.js';

export interface DecodedText {
  text: string;
  encoding: string;
}

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const sampleBytes = 64 * 1024;

/** Text as it was meant: by its mark, else as strict UTF-8, else by what the bytes look like. The encoding is named. */
export function decodeText(content: Buffer): DecodedText {
  const encoding = encodingOf(content);
  const text = encoding === 'utf-8' ? new TextDecoder().decode(content) : iconv.decode(content, encoding);
  if (!isText(text)) throw new FileFault('not_text');
  return { text, encoding };
}

function encodingOf(content: Buffer): string {
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => content[index] === byte));
  if (marked) return marked[0];
  const wide = wideEncodingOf(content.subarray(0, sampleBytes));
  if (wide) return wide;
  if (isUtf8(content)) return 'utf-8';
  const guessed = chardet.detect(content.subarray(0, sampleBytes))?.toLowerCase();
  if (guessed === undefined || !iconv.encodingExists(guessed)) throw new FileFault('not_text');
  // What looks like UTF-8 at first and is not whole is most often Windows' western encoding.
  return guessed === 'utf-8' || guessed === 'ascii' || guessed === 'iso-8859-1' ? 'windows-1252' : guessed;
}

/** UTF-16 without a mark: every second byte of ordinary text is 0. */
function wideEncodingOf(sample: Buffer): string | undefined {
  if (sample.length < 2 || !sample.includes(0)) return undefined;
  const zeros = [0, 0];
  for (let index = 0; index < sample.length; index += 1) if (sample[index] === 0) zeros[index % 2]! += 1;
  const half = sample.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.05) return 'utf-16le';
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.05) return 'utf-16be';
  return undefined;
}

function isUtf8(content: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

/** No NUL, hardly a control character, hardly one that could not be decoded. */
function isText(text: string): boolean {
  if (text.includes('\0')) return false;
  const odd = text.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0;
  return odd <= text.length / 200;
}
