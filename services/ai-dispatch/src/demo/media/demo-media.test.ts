import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileTypeFromBuffer } from 'file-type';
import { inflateSync } from 'node:zlib';
import { Canvas } from './canvas.js';
import { FilmJobs } from './film-jobs.js';
import { isInked, letterSize, toLetters, toLines } from './letters.js';
import { drawPicture } from './pictures.js';
import { toPng } from './png.js';
import { sampleFilm, sampleVoice } from './samples.js';

describe('letters', () => {
  it('write what they can of any text', () => {
    expect(toLetters('Łódź,  café\n“so” – naïve')).toBe('LODZ, CAFE "SO" - NAIVE');
    expect(toLetters('日本')).toBe('日本');
  });

  it('are drawn as shapes of their own; an unknown one as a box', () => {
    const shapeOf = (letter: string) =>
      Array.from({ length: letterSize.height }, (_, y) =>
        Array.from({ length: letterSize.width }, (__, x) => (isInked(letter, x, y) ? '#' : '.')).join(''),
      ).join('\n');
    const known = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,!?-:;\'"()/+=*&%#@$_<>'].map(shapeOf);
    expect(new Set(known).size).toBe(known.length);
    expect(shapeOf('日')).toBe(['#####', ...Array<string>(5).fill('#...#'), '#####'].join('\n'));
    expect(shapeOf(' ')).not.toContain('#');
  });

  it('break into lines that fit, however long the words are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 5, max: 60 }), (text, width) => {
        const lines = toLines(toLetters(text), width, 4);
        expect(lines.length).toBeLessThanOrEqual(4);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(width);
      }),
      { numRuns: 200, seed: 20250710 },
    );
    expect(toLines('ONE TWO THREE FOUR', 9, 2)).toEqual(['ONE TWO', 'THREE...']);
  });
});

describe('pictures', () => {
  it('are PNGs that hold exactly what was drawn', () => {
    const canvas = new Canvas(3, 2);
    canvas.set(1, 0, [255, 0, 0]);
    canvas.set(99, 99, [1, 1, 1]);
    canvas.set(2, 1, [0, 200, 100], 0.5);
    const png = toPng(canvas);
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    expect([...rows]).toEqual([0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 50]);
  });

  it('are the same for the same words, and show other words differently', () => {
    expect(drawPicture('Hills').equals(drawPicture('Hills'))).toBe(true);
    expect(drawPicture('Hills').equals(drawPicture('Hill'))).toBe(false);
  });
});

describe('films', () => {
  it('are one sample, an MP4 whose tables stand before its pictures', async () => {
    const film = await sampleFilm();
    expect((await fileTypeFromBuffer(film))?.mime).toBe('video/mp4');
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
  });

  it('are worked on for a while, and can be called off', () => {
    let now = 1_000;
    const jobs = new FilmJobs(() => now);
    const id = jobs.create('demo-reel', 1_000);
    const state = () => jobs.describe(id, jobs.find(id)!);
    expect(state()).toMatchObject({ status: 'queued', progress: 0 });
    now += 250;
    expect(state()).toMatchObject({ status: 'in_progress', progress: 25 });
    now += 750;
    expect(state()).toMatchObject({ status: 'completed', progress: 100 });
    expect(jobs.delete(id)).toBe(true);
    expect(jobs.find(id)).toBeUndefined();
  });
});

describe('speech', () => {
  it('is one sample, a WAV of a few seconds that is not silent', async () => {
    const wav = await sampleVoice();
    expect((await fileTypeFromBuffer(wav))?.mime).toBe('audio/wav');
    expect(wav.length / wav.readUInt32LE(28)).toBeGreaterThan(2);
    const quiet = 0x80;
    expect(Math.max(...wav.subarray(44).map((sample) => Math.abs(sample - quiet)))).toBeGreaterThan(40);
  });
});
