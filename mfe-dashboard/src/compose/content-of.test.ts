import { describe, expect, it } from '@jest/globals';
import { contentOf } from './attachment.rules.js';

const file = (name: string, size = 1_000) => ({ name, size });

describe('what services are given of the files, at most', () => {
  it.each([
    [[], undefined],
    [[file('a.txt'), file('b.CSV', 500)], { fileBytes: 1_500, pictures: 0 }],
    [[file('a.png'), file('b.gif')], { fileBytes: 0, pictures: 2 }],
    // How many pages it has is not known here: as many as go with a call.
    [[file('a.PDF'), file('b.png')], { fileBytes: 1_000, pictures: 10 }],
  ])('of %j', (files, content) => expect(contentOf(files)).toEqual(content));
});
