import { describe, expect, it } from '@jest/globals';
import { limits } from '@polylogue/api-contract';
import { sizeLabel } from '@polylogue/web-kit';
import { contentOf, fileFault } from './attachment.rules.js';

describe('an attachment', () => {
  it.each([
    [0, '0.0 KB'],
    [1, '0.0 KB'],
    [254_259, '248.3 KB'],
    [limits.attachmentBytes, '10240.0 KB'],
  ])('of %d bytes shows as %s', (bytes, label) => expect(sizeLabel(bytes)).toBe(label));

  it.each([...limits.attachmentTypes, ...limits.pictureTypes])('may be a %s of exactly 10 MB', (type) => {
    expect(fileFault({ name: `Report${type.toUpperCase()}`, size: limits.attachmentBytes })).toBeUndefined();
  });

  it.each([
    ['big.pdf', limits.attachmentBytes + 1, 'File too large', 'Please select a file smaller than 10MB.'],
    [
      'run.exe',
      10,
      'File type not supported',
      'Please select one of .pdf, .doc, .docx, .txt, .csv, .json, .md, or a picture: .png, .jpg, .webp or .gif.',
    ],
    [
      'pdf',
      10,
      'File type not supported',
      'Please select one of .pdf, .doc, .docx, .txt, .csv, .json, .md, or a picture: .png, .jpg, .webp or .gif.',
    ],
    ['void.txt', 0, 'File is empty', 'There is nothing in void.txt to analyze.'],
  ])('is refused: %s of %d bytes', (name, size, title, description) => {
    expect(fileFault({ name, size })).toEqual({ title, description, variant: 'destructive' });
  });
});

const named = (name: string, size = 1_000) => ({ name, size });

describe('what services are given of the files, at most', () => {
  it.each([
    [[], undefined],
    [[named('a.txt'), named('b.CSV', 500)], { fileBytes: 1_500, pictures: 0 }],
    [[named('a.png'), named('b.gif')], { fileBytes: 0, pictures: 2 }],
    // How many pages it has is not known here: as many as go with a call.
    [[named('a.PDF'), named('b.png')], { fileBytes: 1_000, pictures: 10 }],
  ])('of %j', (files, content) => expect(contentOf(files)).toEqual(content));
});
