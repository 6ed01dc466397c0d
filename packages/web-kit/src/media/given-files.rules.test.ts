import { describe, expect, it } from '@jest/globals';
import type { Attachment, Generation } from '@polylogue/api-contract';
import { givenSentence } from './given-files.rules.js';

const generation: Generation = { service: { displayName: 'GPT', color: '#000000' }, model: 'm', settings: {} };
const report: Attachment = { name: 'report.pdf', size: 1, type: 'application/pdf' };
const notes: Attachment = { name: 'notes.md', size: 1, type: 'text/markdown' };
const picture = { id: 'p', url: '/api/media/p', width: 8, height: 6 };
const photo: Attachment = { name: 'photo.jpg', size: 1, type: 'image/jpeg', picture };
const cat: Attachment = { name: 'cat.gif', size: 1, type: 'image/gif', picture: { ...picture, firstFrame: true } };
const page = (number: number) => ({ ...picture, page: number });
const drawn: Attachment = { ...report, pages: { count: 12, pictures: [1, 2, 3, 4].map(page) } };
const whole: Attachment = { ...report, pages: { count: 2, pictures: [1, 2].map(page) } };
const scan: Attachment = { ...report, name: 'scan.pdf', pages: { count: 1, scan: true, pictures: [page(1)] } };
const long: Attachment = { ...scan, name: 'old.pdf', pages: { count: 40, scan: true, pictures: [1, 2, 3].map(page) } };

describe('what a service was given', () => {
  it.each<[readonly Attachment[], boolean | undefined, string | undefined]>([
    [[], undefined, undefined],
    [[report], undefined, 'Was given the text of report.pdf.'],
    [
      [report, notes, photo],
      true,
      'Was given the text of report.pdf, the text of notes.md, and the picture photo.jpg.',
    ],
    [[report, photo], false, 'Was given the text of report.pdf; not the picture photo.jpg: it cannot see pictures.'],
    [[photo, cat], true, 'Was given the picture photo.jpg and the first frame of cat.gif.'],
    [[photo], false, 'Was not given the picture photo.jpg: it cannot see pictures.'],
    [[photo], undefined, undefined],
    [[drawn], undefined, undefined],
    [[drawn], true, 'Was given the text and 4 of 12 pages of report.pdf.'],
    [[drawn], false, 'Was given the text of report.pdf; not the pages of report.pdf: it cannot see pictures.'],
    [[whole, notes], true, 'Was given the text and all 2 pages of report.pdf and the text of notes.md.'],
    [[scan], true, 'Was given the page of scan.pdf as pictures.'],
    [[long, photo], true, 'Was given 3 of 40 pages of old.pdf as pictures and the picture photo.jpg.'],
    [[scan], false, 'Nothing of scan.pdf could be read. It holds only pictures, which this service cannot see.'],
    [
      [scan, long, notes, photo],
      false,
      'Was given the text of notes.md; not the picture photo.jpg: it cannot see pictures. ' +
        'Nothing of scan.pdf and old.pdf could be read. They hold only pictures, which this service cannot see.',
    ],
  ])('is said: %#', (files, sawPictures, sentence) => {
    expect(givenSentence(files, { ...generation, sawPictures })).toBe(sentence);
  });

  it('is not said of one that was never called', () => expect(givenSentence([report], undefined)).toBeUndefined());
});
