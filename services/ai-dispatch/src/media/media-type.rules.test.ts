import { describe, expect, it } from '@jest/globals';
import { drawPicture } from '../demo/media/pictures.js';
import { sampleFilm, sampleVoice } from '../demo/media/samples.js';
import { mediaTypeOf, nameOf } from './media-type.rules.js';

const png = drawPicture('Hills');
const [wav, mp4] = await Promise.all([sampleVoice(), sampleFilm()]);
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const mp3 = Buffer.concat([hex('fffb9064'), Buffer.alloc(600)]);
const jpeg = Buffer.concat([hex('ffd8ffe000104a46494600'), Buffer.alloc(100)]);
const quicktime = Buffer.concat([hex('00000014 66747970 71742020 00000000 71742020'), Buffer.alloc(100)]);

describe('what bytes are', () => {
  it.each([
    ['image', png, 'image/png'],
    ['image', jpeg, 'image/jpeg'],
    ['image', Buffer.from('GIF89a0000000000'), 'image/gif'],
    ['audio', wav, 'audio/wav'],
    ['audio', mp3, 'audio/mpeg'],
    ['video', mp4, 'video/mp4'],
    ['image', mp3, undefined],
    ['audio', png, undefined],
    ['video', quicktime, undefined],
    ['image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), undefined],
    ['image', Buffer.from('<!doctype html><title>x</title>'), undefined],
    ['image', png.subarray(0, 6), undefined],
    ['audio', Buffer.alloc(0), undefined],
  ] as const)('as %s', async (kind, bytes, type) => {
    expect((await mediaTypeOf(kind, bytes))?.type).toBe(type);
  });
});

describe('the name of a download', () => {
  it.each([
    ['A quiet green valley at sunrise, painted', 'a-quiet-green-valley-at-sunrise.png'],
    ['  ../../etc/passwd\0 ', 'etc-passwd.png'],
    ['Łódź o świcie', 'łodz-o-swicie.png'],
    ['???', 'demo-canvas.png'],
    ['x'.repeat(500), `${'x'.repeat(60)}.png`],
  ])('%j', (prompt, name) => {
    expect(nameOf(prompt, 'demo-canvas', 'png')).toBe(name);
  });
});
