/** A colour by lightness (0 to 1), chroma and hue (degrees). */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Red, green and blue from 0 to 1, gamma-encoded. */
export type Rgb = readonly [number, number, number];

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const toGamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** sRGB to OKLCH (Björn Ottosson's matrices). */
export function oklchOf([r, g, b]: Rgb): Oklch {
  const [lr, lg, lb] = [toLinear(r), toLinear(g), toLinear(b)];
  const long = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const middle = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const short = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { l, c: Math.hypot(a, bb), h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 };
}

/** OKLCH to sRGB; parts may lie outside 0 to 1 when the screen cannot show the colour. */
export function rgbOf({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toGamma(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    toGamma(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    toGamma(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

/** The fullest colour of this lightness and hue that sRGB can show, with a chroma of `maxChroma` or less. */
export function fullest(l: number, h: number, maxChroma: number): Rgb {
  const fits = (c: number) => rgbOf({ l, c, h }).every((part) => part >= -1e-4 && part <= 1 + 1e-4);
  if (fits(maxChroma)) return rgbOf({ l, c: maxChroma, h });
  let [low, high] = [0, maxChroma];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return rgbOf({ l, c: low, h });
}

/** Degrees between two hues, the short way round. */
export const hueGap = (one: number, other: number): number => Math.abs(((one - other + 540) % 360) - 180);

/** `#RRGGBB`. */
export const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(Math.max(part, 0), 1) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase();

/** Reads `#rgb`, `#rrggbb` and `rgb(…)`; nothing for anything else. */
export function readColor(text: string): Rgb | undefined {
  const hex = /^#(?:([\da-f])([\da-f])([\da-f])|([\da-f]{2})([\da-f]{2})([\da-f]{2})(?:[\da-f]{2})?)$/i.exec(
    text.trim(),
  );
  if (hex) {
    const parts = hex[1] === undefined ? hex.slice(4, 7) : hex.slice(1, 4).map((digit) => digit + digit);
    return parts.map((part) => Number.parseInt(part, 16) / 255) as unknown as Rgb;
  }
  const numbers = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(text.trim());
  return numbers ? ([1, 2, 3].map((at) => Number(numbers[at]) / 255) as unknown as Rgb) : undefined;
}

/** Contrast of two colours as WCAG counts it, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);

/** `share` of one colour over another, as `color-mix(in srgb, …)` mixes. */
export const mix = (one: Rgb, share: number, over: Rgb): Rgb =>
  one.map((part, at) => part * share + over[at]! * (1 - share)) as unknown as Rgb;
