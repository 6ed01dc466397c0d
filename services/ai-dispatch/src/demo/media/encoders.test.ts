import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileTypeFromBuffer } from 'file-type';
import { inflateSync } from 'node:zlib';
import { Canvas } from './canvas.js';
import { FilmJobs } from './film-jobs.js';
import { isInked, letterSize, toLetters, toLines } from './letters.js';
import { drawFilm, drawPicture } from './pictures.js';
import { toPng } from './png.js';
import { mostLetters, speak, toWav } from './speech.js';

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
  it('are MP4s whose parts are where the tables say', async () => {
    const film = drawFilm('Hills');
    expect((await fileTypeFromBuffer(film))?.mime).toBe('video/mp4');
    const offset = film.readUInt32BE(film.indexOf('stco') + 12);
    const sizes = film.indexOf('stsz') + 12;
    const count = film.readUInt32BE(sizes);
    expect(count).toBe(32);
    let place = offset;
    for (let sample = 0; sample < count; sample++) {
      // Each sample is one unit: its length in front, a whole picture first, changes after it.
      expect(film.readUInt32BE(place) + 4).toBe(film.readUInt32BE(sizes + 4 + sample * 4));
      expect(film[place + 4]).toBe(sample === 0 ? 0x65 : 0x41);
      place += film.readUInt32BE(sizes + 4 + sample * 4);
    }
    expect(place).toBe(film.length);
  });

  it('never hold what would read as the start of another unit', () => {
    const film = drawFilm('A night without stars');
    const start = film.indexOf('mdat') + 4;
    const first = film.readUInt32BE(start);
    expect(film.subarray(start + 4, start + 4 + first).includes(Buffer.from([0, 0, 1]))).toBe(false);
  });

  it('are worked on for a while, and can be called off', () => {
    let now = 1_000;
    const jobs = new FilmJobs(() => now);
    const id = jobs.create('demo-reel', 'Hills', 1_000);
    const told = () => jobs.describe(id, jobs.find(id)!);
    expect(told()).toMatchObject({ status: 'queued', progress: 0 });
    now += 250;
    expect(told()).toMatchObject({ status: 'in_progress', progress: 25 });
    now += 750;
    expect(told()).toMatchObject({ status: 'completed', progress: 100 });
    expect(jobs.delete(id)).toBe(true);
    expect(jobs.find(id)).toBeUndefined();
  });
});

describe('speech', () => {
  it('is as long as its text, never silent where something is said, and never clips', () => {
    const short = speak('Hello.');
    const long = speak('Hello. This is a longer one.');
    expect(long.length).toBeGreaterThan(short.length * 2);
    const wav = toWav(short);
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual([
      'RIFF',
      16_000,
      wav.length - 44,
    ]);
    const samples = Array.from({ length: (wav.length - 44) / 2 }, (_, at) => Math.abs(wav.readInt16LE(44 + at * 2)));
    expect(Math.max(...samples)).toBeLessThanOrEqual(28_000);
    expect(Math.max(...samples.slice(0, 3_000))).toBeGreaterThan(1_000);
  });

  it('ends somewhere, and finds nothing to say in nothing', () => {
    expect(speak('a'.repeat(10_000)).length).toBe(speak('a'.repeat(mostLetters)).length);
    expect(toWav(speak('')).length).toBeGreaterThan(44);
  });
});
