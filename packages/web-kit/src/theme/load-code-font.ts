import { monoFamily } from './tokens.js';

/** Loads the font of code before there is any: arriving later, it would move code that is being read. */
export function loadCodeFont(): void {
  // Where it does not come, the next best stays. Outside of a browser there are no fonts.
  void document.fonts?.load(`1em ${monoFamily}`).catch(() => undefined);
}
