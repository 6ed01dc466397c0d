import { FileFault } from '../file-faults.js';

export type FileKind = 'pdf' | 'doc' | 'docx' | 'txt' | 'csv' | 'json' | 'md';

/** The media type of each kind of file that is read. */
export const mediaTypes: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
};

type Container = 'pdf' | 'cfb' | 'zip';

const expected: Partial<Record<FileKind, Container>> = { pdf: 'pdf', doc: 'cfb', docx: 'zip' };
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** What a file is, by its name and its content, which must agree. */
export function kindOf(name: string, content: Buffer): FileKind {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!Object.hasOwn(mediaTypes, extension)) throw new FileFault('type_not_allowed');
  if (content.length === 0) throw new FileFault('empty_file');
  const kind = extension as FileKind;
  const container = containerOf(content);
  // Word wraps a document with a password into the container of its old format.
  if (container === 'cfb' && content.includes(encryptedPackage)) throw new FileFault('encrypted');
  if (container !== expected[kind]) throw new FileFault('not_what_it_says');
  return kind;
}

function containerOf(content: Buffer): Container | undefined {
  if (content.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return 'cfb';
  if (/^504b0(304|506|708)$/.test(content.subarray(0, 4).toString('hex'))) return 'zip';
  // A PDF may have a little rubbish before its head; a text that merely mentions one has none right at its start.
  const head = content.subarray(0, 1024).toString('latin1');
  return /^[^\w#]{0,64}%PDF-\d/.test(head) ? 'pdf' : undefined;
}
