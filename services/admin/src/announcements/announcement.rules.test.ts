import { expect, it } from '@jest/globals';
import { newAnnouncement } from './announcement.rules.js';

const of = (text: string) => newAnnouncement.safeParse({ text, level: 'info', isPublic: false });

it.each(['Back at noon.', '<b>Not bold</b>', 'Ünïcode 维护 🙂', 'x'.repeat(300)])('takes %j', (text) => {
  expect(of(text)).toMatchObject({ success: true, data: { text } });
});

it.each([
  ['', 'Type what everybody should read.'],
  [' \t ', 'Type what everybody should read.'],
  ['x'.repeat(301), 'An announcement has at most 300 characters.'],
  ['two\nlines', 'An announcement is one line of plain text.'],
  ['turned \u202e around', 'An announcement is one line of plain text.'],
  ['a\0b', 'An announcement is one line of plain text.'],
])('refuses %j', (text, sentence) => {
  expect(of(text).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
