import { toMp4 } from './mp4.js';
import { toPng } from './png.js';
import { drawScene, drawSun, drawWords } from './scene.js';

/** The same words get the same picture. */
export function drawPicture(prompt: string): Buffer {
  const canvas = drawScene({ prompt, width: 768, height: 512 });
  drawSun(canvas, prompt, 0.75);
  drawWords(canvas, prompt);
  return toPng(canvas);
}

const framesPerSecond = 8;
const seconds = 4;

/** Four seconds in which the sun crosses the picture. */
export function drawFilm(prompt: string): Buffer {
  const still = drawScene({ prompt, width: 480, height: 272 });
  const frames = Array.from(
    { length: framesPerSecond * seconds },
    (_, frame, time = frame / (framesPerSecond * seconds)) => {
      const canvas = still.copy();
      drawSun(canvas, prompt, time);
      drawWords(canvas, prompt);
      return canvas;
    },
  );
  return toMp4(frames, framesPerSecond);
}
