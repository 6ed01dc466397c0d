import { toPng } from './png.js';
import { drawScene, drawSun, drawPromptText } from './scene.js';

/** The same words get the same picture. */
export function drawPicture(prompt: string): Buffer {
  const canvas = drawScene({ prompt, width: 768, height: 512 });
  drawSun(canvas, prompt, 0.75);
  drawPromptText(canvas, prompt);
  return toPng(canvas);
}
