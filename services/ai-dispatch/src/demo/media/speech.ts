import { seededRandom } from '../seeded-random.js';

const rate = 16_000;
/** More than this is not read out: it would take minutes. */
export const mostLetters = 500;

/** Where a vowel resonates, in Hz. */
const vowels: Readonly<Record<string, [number, number]>> = {
  a: [730, 1090],
  e: [530, 1840],
  i: [300, 2290],
  o: [480, 880],
  u: [320, 870],
  y: [310, 2050],
};
/** Consonants by how they are made: hummed, hissed, or stopped and let go. */
const hummed: Readonly<Record<string, [number, number]>> = {
  m: [250, 1000],
  n: [250, 1500],
  l: [360, 1300],
  r: [420, 1300],
  w: [300, 700],
  v: [250, 1400],
  j: [280, 2200],
};
const hissed: Readonly<Record<string, number>> = { s: 5200, z: 4600, f: 3800, h: 1500, x: 4200, c: 3200 };
const stopped: Readonly<Record<string, number>> = { b: 600, p: 900, d: 2400, t: 3400, g: 1400, k: 1900, q: 1700 };

interface Sound {
  ms: number;
  voice: number;
  noise: number;
  first: number;
  second: number;
}

/** Reads text out, letter by letter, with a voice of two resonances: no word can be mistaken for a person's. */
export function speak(text: string): Float32Array {
  const random = seededRandom(text);
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()].slice(0, mostLetters);
  const parts: Float32Array[] = [];
  const voice = new Voice(random);
  letters.forEach((letter, index) => {
    const fall = 1 - 0.25 * (index / letters.length);
    for (const sound of soundsOf(letter)) parts.push(voice.say(sound, 118 * fall * (0.96 + 0.08 * random())));
  });
  return joined([...parts, new Float32Array(rate / 5)]);
}

function soundsOf(letter: string): Sound[] {
  const silence = (ms: number): Sound => ({ ms, voice: 0, noise: 0, first: 500, second: 1500 });
  const vowel = vowels[letter];
  if (vowel) return [{ ms: 120, voice: 1, noise: 0, first: vowel[0], second: vowel[1] }];
  const hum = hummed[letter];
  if (hum) return [{ ms: 75, voice: 0.55, noise: 0.02, first: hum[0], second: hum[1] }];
  if (letter in hissed)
    return [{ ms: 80, voice: 0, noise: 0.5, first: hissed[letter]!, second: hissed[letter]! * 1.2 }];
  if (letter in stopped) {
    return [silence(35), { ms: 30, voice: 0.2, noise: 0.7, first: stopped[letter]!, second: stopped[letter]! * 1.4 }];
  }
  if (/[.!?]/.test(letter)) return [silence(320)];
  if (/[,;:\n]/.test(letter)) return [silence(180)];
  if (/\d/.test(letter)) return [...soundsOf('e'), ...soundsOf('n')];
  return [silence(90)];
}

/** Resonators that keep ringing from one sound into the next, as a mouth does. */
class Voice {
  private phase = 0;
  private readonly memory = [0, 0, 0, 0];

  constructor(private readonly random: () => number) {}

  say({ ms, voice, noise, first, second }: Sound, pitch: number): Float32Array {
    const samples = new Float32Array(Math.round((ms * rate) / 1000));
    for (let at = 0; at < samples.length; at++) {
      this.phase = (this.phase + pitch / rate) % 1;
      const edge = Math.min(1, at / 160, (samples.length - at) / 160);
      const pulse = voice * (this.phase < 0.4 ? Math.sin((Math.PI * this.phase) / 0.4) - 0.5 : -0.2);
      const source = (pulse + noise * (this.random() * 2 - 1)) * edge;
      samples[at] = this.ring(0, source, first, 90) + 0.5 * this.ring(2, source, second, 140);
    }
    return samples;
  }

  private ring(place: number, input: number, hertz: number, bandwidth: number): number {
    const radius = Math.exp((-Math.PI * bandwidth) / rate);
    const output =
      input * (1 - radius) +
      2 * radius * Math.cos((2 * Math.PI * hertz) / rate) * this.memory[place]! -
      radius * radius * this.memory[place + 1]!;
    this.memory[place + 1] = this.memory[place]!;
    this.memory[place] = output;
    return output;
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A WAV of 16 bits, one channel, as loud as it may be without clipping. */
export function toWav(samples: Float32Array): Buffer {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => bytes.writeInt16LE(Math.round((sample / loudest) * 28_000), 44 + index * 2));
  return bytes;
}
