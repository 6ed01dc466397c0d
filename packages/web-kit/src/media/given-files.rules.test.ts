import { describe, expect, it } from '@jest/globals';
import type { Attachment, Generation } from '@polylogue/api-contract';
import { givenSentence } from './given-files.rules.js';

const generation: Generation = { service: { displayName: 'GPT', color: '#000000' }, model: 'm', settings: {} };
const report: Attachment = { name: 'report.pdf', size: 1, type: 'application/pdf' };
const notes: Attachment = { name: 'notes.md', size: 1, type: 'text/markdown' };
const picture = { id: 'p', url: '/api/media/p', width: 8, height: 6 };
const photo: Attachment = { name: 'photo.jpg', size: 1, type: 'image/jpeg', picture };
const cat: Attachment = { name: 'cat.gif', size: 1, type: 'image/gif', picture: { ...picture, firstFrame: true } };

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
  ])('is said: %#', (files, sawPictures, sentence) => {
    expect(givenSentence(files, { ...generation, sawPictures })).toBe(sentence);
  });

  it('is not said of one that was never called', () => expect(givenSentence([report], undefined)).toBeUndefined());
});
