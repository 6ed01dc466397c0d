import type { Sharp } from 'sharp';
import { FileFault } from '../file-faults.js';

/** A thread carries ten, and the vendor with the smallest limit takes 20 MB of a request in base64. */
export const maxPictureBytes = 1024 * 1024;
const qualities = [85, 70, 50, 30];

/** The bytes of a picture as services are given it. */
export interface EncodedPicture {
  /** Base64. */
  content: string;
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

/** As PNG, in which lines stay sharp, where it is wanted and small enough that way; else as JPEG. */
export async function encodePicture(picture: Sharp, { asPng }: { asPng: boolean }): Promise<EncodedPicture> {
  if (asPng) {
    const made = await picture.clone().png().toBuffer({ resolveWithObject: true });
    if (made.data.length <= maxPictureBytes) return encoded('image/png', made);
  }
  const opaque = picture.flatten({ background: 'white' });
  for (const quality of qualities) {
    const made = await opaque.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true });
    if (made.data.length <= maxPictureBytes) return encoded('image/jpeg', made);
  }
  throw new FileFault('too_complex');
}

const encoded = (
  type: EncodedPicture['type'],
  { data, info }: { data: Buffer; info: { width: number; height: number } },
): EncodedPicture => ({ content: data.toString('base64'), type, width: info.width, height: info.height });

/** Loads the library of native code as a process that reads one file needs it. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
