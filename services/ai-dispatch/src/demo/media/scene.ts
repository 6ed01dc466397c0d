import { seededRandom } from '../seeded-random.js';
import { Canvas, widthOf, type Color } from './canvas.js';
import { letterSize, toLetters, toLines } from './letters.js';

const white: Color = [255, 255, 255];
const black: Color = [12, 14, 20];

/** The colours that can be requested, each with the sky and the hills it makes. */
const palettes: readonly [words: RegExp, high: Color, low: Color, hill: Color, sun: Color][] = [
  [/\b(red|sunset|fire|autumn)\b/i, [92, 26, 60], [244, 122, 80], [70, 24, 40], [255, 216, 150]],
  [/\b(green|forest|spring|garden)\b/i, [92, 172, 196], [214, 240, 206], [34, 98, 62], [255, 250, 214]],
  [/\b(night|dark|moon|stars?)\b/i, [10, 14, 42], [52, 58, 112], [16, 20, 40], [236, 238, 250]],
  [/\b(gold|yellow|desert|summer)\b/i, [240, 190, 96], [252, 236, 190], [168, 110, 44], [255, 255, 240]],
  [/\b(purple|violet|dream)\b/i, [66, 38, 122], [206, 150, 214], [54, 30, 92], [255, 226, 240]],
  [/\b(blue|sea|ocean|sky|winter|ice)\b/i, [34, 88, 168], [172, 212, 240], [28, 60, 104], [255, 250, 226]],
];

/** A demo picture: hills under a sun, in the requested colours, with the prompt and a label that says it is a demo. */
export interface Scene {
  prompt: string;
  width: number;
  height: number;
}

/** Everything that stands still. */
export function drawScene({ prompt, width, height }: Scene): Canvas {
  const random = seededRandom(prompt);
  const canvas = new Canvas(width, height);
  const [, high, low, hill] = paletteOf(prompt);
  for (let y = 0; y < height; y++) canvas.rectangle(0, y, width, 1, between(high, low, y / height));
  for (let layer = 0; layer < 3; layer++) {
    const [base, wave, phase] = [0.48 + layer * 0.13, 0.05 + random() * 0.06, random() * 7];
    const color = between(low, hill, 0.45 + layer * 0.27);
    for (let x = 0; x < width; x++) {
      const at = x / width;
      const rise = Math.sin(at * (5 + layer * 3) + phase) * wave + Math.sin(at * 13 + phase * 2) * wave * 0.3;
      const top = Math.round((base + rise) * height);
      canvas.rectangle(x, top, 1, height - top, color);
    }
  }
  return canvas;
}

/** The sun on its way over the hills: `time` from 0 to 1. */
export function drawSun(canvas: Canvas, prompt: string, time: number): void {
  const [, , , , sun] = paletteOf(prompt);
  const x = Math.round((0.12 + 0.6 * time) * canvas.width);
  const y = Math.round((0.36 - 0.16 * Math.sin(time * Math.PI)) * canvas.height);
  canvas.disc(x, y, Math.round(canvas.height / 14), sun);
}

/** The prompt on a band, and a label that sets it apart from a real service's. */
export function drawPromptText(canvas: Canvas, prompt: string): void {
  const { width, height } = canvas;
  const scale = Math.max(1, Math.round(width / 280));
  const margin = scale * 8;
  const advance = (letterSize.width + 1) * scale;
  const lineHeight = (letterSize.height + 4) * scale;
  const lines = toLines(toLetters(prompt), Math.floor((width - 2 * margin) / advance), 4);
  const top = height - margin - lines.length * lineHeight;
  canvas.rectangle(0, top - margin, width, height - top + margin, black, 0.72);
  lines.forEach((line, index) => canvas.text(line, margin, top + index * lineHeight, scale, white));
  const label = 'DEMO';
  const labelWidth = widthOf(label, scale) + margin;
  canvas.rectangle(margin, margin, labelWidth, letterSize.height * scale + margin, black, 0.72);
  canvas.text(label, margin + margin / 2, margin + margin / 2, scale, white);
}

const paletteOf = (prompt: string) =>
  palettes.find(([words]) => words.test(prompt)) ??
  palettes[Math.floor(seededRandom(prompt)() * palettes.length)] ??
  palettes[0]!;

const between = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];
