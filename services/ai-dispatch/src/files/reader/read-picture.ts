import type { Sharp } from 'sharp';
import { FileFault, maxFileBytes, maxPixels } from '../file-faults.js';
import { pictureTypeOf } from './picture-type.rules.js';

/** What vendors take of all services, and no more than they look at. */
const maxSide = 2048;
/** A thread carries ten, and the vendor with the smallest limit takes 20 MB of a request in base64. */
export const maxPictureBytes = 1024 * 1024;
const qualities = [85, 70, 50, 30];

/** A picture as services are given it, with the type its file had. */
export interface ReadPicture {
  /** Base64. */
  content: string;
  type: 'image/png' | 'image/jpeg';
  originalType: string;
  width: number;
  height: number;
  isFirstFrame: boolean;
}

/** Turns it upright, makes it small enough and leaves all metadata behind, such as where it was taken. */
export async function readPicture(name: string, content: Buffer): Promise<ReadPicture> {
  if (content.length > maxFileBytes) throw new FileFault('file_too_large');
  const originalType = pictureTypeOf(name, content);
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // The head alone: what it promises is checked before anything is unpacked.
  const { width, height, pages = 1 } = await sharp(content, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) throw new FileFault('too_many_pixels');
  const upright = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  return { ...(await encode(upright, originalType)), originalType, isFirstFrame: pages > 1 };
}

/** A drawing keeps its lines and what is transparent, as long as it is small enough that way. */
async function encode(picture: Sharp, originalType: string) {
  if (originalType !== 'image/jpeg') {
    const made = await picture.clone().png().toBuffer({ resolveWithObject: true });
    if (made.data.length <= maxPictureBytes) return kept('image/png', made);
  }
  const opaque = picture.flatten({ background: 'white' });
  for (const quality of qualities) {
    const made = await opaque.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true });
    if (made.data.length <= maxPictureBytes) return kept('image/jpeg', made);
  }
  throw new FileFault('too_complex');
}

const kept = <T extends string>(
  type: T,
  { data, info }: { data: Buffer; info: { width: number; height: number } },
) => ({
  content: data.toString('base64'),
  type,
  width: info.width,
  height: info.height,
});
