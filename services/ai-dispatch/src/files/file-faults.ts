import type { ErrorKind } from '@polylogue/service-kit';

const types = '.pdf, .doc, .docx, .txt, .csv, .json and .md, or a picture: .png, .jpg, .webp or .gif';

// Where a file is read nothing else of ours is loaded, so these stand here; file-faults.test.ts holds them to the contract.
/** The maximum length of the text of one file: about 250,000 tokens, what the largest models take. */
export const maxCharacters = 1_000_000;
export const maxCells = 200_000;
export const maxFileBytes = 10 * 1024 * 1024;
/** What the largest cameras of phones make. */
export const maxPixels = 50_000_000;
export const maxUnpackedBytes = 64 * 1024 * 1024;

const said = (count: number) => count.toLocaleString('en-US');

/** Everything that can be wrong with a file, each with a sentence that says what to do. */
export const fileFaults = {
  type_not_allowed: ['unsupported_type', `Files of this type cannot be analyzed. Attach one of ${types}.`],
  not_what_it_says: [
    'unsupported_type',
    'The content of this file is not what its name says. Give it the extension of its real type, or save it again.',
  ],
  not_text: ['unsupported_type', 'This file does not hold readable text. Save it as plain text and attach it again.'],
  file_too_large: ['too_large', 'The file is larger than 10 MB. Attach a smaller one.'],
  unpacked_too_large: [
    'too_large',
    'Unpacked, this document is far larger than a document should be, so it was not opened.',
  ],
  too_much_text: [
    'too_large',
    `This file holds more than ${said(maxCharacters)} characters of text, more than a service can read at once. Attach a part of it.`,
  ],
  too_many_cells: ['too_large', `This table has more than ${said(maxCells)} cells. Attach the rows that matter.`],
  too_many_pixels: [
    'too_large',
    `This picture has more than ${said(maxPixels)} pixels. Make it smaller and attach it again.`,
  ],
  empty_picture: ['unusable', 'This picture is empty. Attach another one.'],
  empty_file: ['unusable', 'This file is empty. Attach one that holds text.'],
  encrypted: ['unusable', 'This file is protected with a password. Save it without one and attach it again.'],
  corrupt: [
    'unusable',
    'This file is damaged and cannot be read. Save it again in its program, and attach the new one.',
  ],
  scanned: [
    'unusable',
    'This document holds pictures but no text, as a scan does. Run text recognition (OCR) on it and attach the result.',
  ],
  invalid_json: ['unusable', 'This .json file is not valid JSON. Correct it, or attach it as .txt.'],
  invalid_csv: ['unusable', 'This .csv file has a quote that is never closed. Correct it, or attach it as .txt.'],
  too_complex: [
    'unusable',
    'Reading this file takes more memory or time than is allowed. Save it in a simpler form, for example as plain text.',
  ],
} as const satisfies Record<string, readonly [ErrorKind, string]>;

export type FileFaultCode = keyof typeof fileFaults;

export function isFileFault(word: unknown): word is FileFaultCode {
  return typeof word === 'string' && Object.hasOwn(fileFaults, word);
}

/** Thrown where a file is read. */
export class FileFault extends Error {
  constructor(readonly code: FileFaultCode) {
    super(fileFaults[code][1]);
  }
}
