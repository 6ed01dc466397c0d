import { FileFault, maxCharacters, maxFileBytes } from '../file-faults.js';
import { decodeText } from './decode-text.rules.js';
import { kindOf, mediaTypes, type FileKind } from './file-kind.rules.js';

export interface FileText {
  text: string;
  type: string;
  encoding?: string;
}

/** The text of a file. Each format's library is loaded only when a file needs it. */
export async function readFile(name: string, content: Buffer): Promise<FileText> {
  if (content.length > maxFileBytes) throw new FileFault('file_too_large');
  const kind = kindOf(name, content);
  const read = await readKind(kind, content);
  const text = tidy(read.text);
  if (text.length > maxCharacters) throw new FileFault('too_much_text');
  if (text.trim() === '') throw new FileFault(kind === 'pdf' || kind === 'docx' ? 'scanned' : 'empty_file');
  return { ...read, text, type: mediaTypes[kind] };
}

async function readKind(kind: FileKind, content: Buffer): Promise<{ text: string; encoding?: string }> {
  if (kind === 'pdf') return { text: await (await import('./read-pdf.js')).readPdf(content) };
  if (kind === 'docx') return { text: await (await import('./read-docx.js')).readDocx(content) };
  if (kind === 'doc') return { text: await (await import('./read-doc.js')).readDoc(content) };
  const decoded = decodeText(content);
  if (kind === 'csv') await (await import('./read-table.js')).checkTable(decoded.text);
  if (kind === 'json') refuseBrokenJson(decoded.text);
  return decoded;
}

function refuseBrokenJson(text: string): void {
  if (text.trim() === '') return;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new FileFault('invalid_json');
  }
}

/** Postgres cannot store NUL, and a lone half of a character is none. */
function tidy(text: string): string {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .replace(/\r\n?/g, '\n');
  return Buffer.from(plain).toString();
}
