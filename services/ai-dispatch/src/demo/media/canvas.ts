import { isInked, letterSize } from './letters.js';

export type Color = readonly [red: number, green: number, blue: number];

/** Pixels to draw on: three bytes each, row by row. */
export class Canvas {
  readonly pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8Array(width * height * 3);
  }

  /** Lays a colour over a point; what is outside falls away. */
  set(x: number, y: number, [red, green, blue]: Color, strength = 1): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 3;
    const mix = (channel: number, value: number) => {
      const before = this.pixels[at + channel]!;
      this.pixels[at + channel] = Math.round(before + (value - before) * strength);
    };
    mix(0, red);
    mix(1, green);
    mix(2, blue);
  }

  rectangle(x: number, y: number, width: number, height: number, color: Color, strength = 1): void {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) this.set(column, row, color, strength);
    }
  }

  disc(x: number, y: number, radius: number, color: Color): void {
    for (let row = Math.floor(y - radius); row <= y + radius; row++) {
      for (let column = Math.floor(x - radius); column <= x + radius; column++) {
        const edge = radius - Math.hypot(column - x, row - y);
        if (edge > 0) this.set(column, row, color, Math.min(1, edge));
      }
    }
  }

  text(letters: string, x: number, y: number, scale: number, color: Color): void {
    [...letters].forEach((letter, index) => {
      const left = x + index * (letterSize.width + 1) * scale;
      for (let row = 0; row < letterSize.height; row++) {
        for (let column = 0; column < letterSize.width; column++) {
          if (isInked(letter, column, row)) this.rectangle(left + column * scale, y + row * scale, scale, scale, color);
        }
      }
    });
  }
}

export const widthOf = (letters: string, scale: number): number =>
  Math.max(0, [...letters].length * (letterSize.width + 1) - 1) * scale;
