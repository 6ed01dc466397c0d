import { FileFault } from '../file-faults.js';

const typesOfExtensions: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** What a picture is, by its name and its content, which must agree. */
export function pictureTypeOf(name: string, content: Buffer): string {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(typesOfExtensions, extension) ? typesOfExtensions[extension] : undefined;
  if (named === undefined) throw new FileFault('type_not_allowed');
  if (content.length === 0) throw new FileFault('empty_picture');
  if (typeIn(content) !== named) throw new FileFault('not_what_it_says');
  return named;
}

function typeIn(content: Buffer): string | undefined {
  const head = content.subarray(0, 12);
  const letters = head.toString('latin1');
  if (head.subarray(0, 8).toString('hex') === '89504e470d0a1a0a') return 'image/png';
  if (head.subarray(0, 3).toString('hex') === 'ffd8ff') return 'image/jpeg';
  if (/^GIF8[79]a/.test(letters)) return 'image/gif';
  return /^RIFF[^]{4}WEBP/.test(letters) ? 'image/webp' : undefined;
}
