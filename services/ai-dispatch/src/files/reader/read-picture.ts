import { FileFault, maxFileBytes, maxPixels } from '../file-faults.js';
import { encodePicture, loadSharp, type EncodedPicture } from './encode-picture.js';
import { pictureTypeOf } from './picture-type.rules.js';

/** What vendors take of all services, and no more than they look at. */
const maxSide = 2048;

/** A picture as services are given it, with the type its file had. */
export interface ReadPicture extends EncodedPicture {
  originalType: string;
  isFirstFrame: boolean;
}

/** Turns it upright, makes it small enough and leaves all metadata behind, such as where it was taken. */
export async function readPicture(name: string, content: Buffer): Promise<ReadPicture> {
  if (content.length > maxFileBytes) throw new FileFault('file_too_large');
  const originalType = pictureTypeOf(name, content);
  const sharp = await loadSharp();
  // The head alone: what it promises is checked before anything is unpacked.
  const { width, height, pages = 1 } = await sharp(content, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) throw new FileFault('too_many_pixels');
  const upright = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  // A drawing keeps its lines and what is transparent.
  const picture = await encodePicture(upright, { asPng: originalType !== 'image/jpeg' });
  return { ...picture, originalType, isFirstFrame: pages > 1 };
}
