/** What vendors look at of a picture; more is made smaller by them. */
export const maxPageSide = 1568;
/** So many pixels to a point, of which 72 make an inch: a small page is not blown up. */
const maxScale = 3;

/** Pixels that a page is drawn at, whatever size it claims in points; undefined for one that has none. */
export function sizeOfPage(width: number, height: number): { width: number; height: number } | undefined {
  const longer = Math.max(width, height);
  if (!(Math.min(width, height) > 0) || !Number.isFinite(longer)) return undefined;
  const scale = Math.min(maxPageSide / longer, maxScale);
  const pixels = (points: number) => Math.min(maxPageSide, Math.max(1, Math.round(points * scale)));
  return { width: pixels(width), height: pixels(height) };
}
