import type { Attachment, DrawnPages, Generation } from '@polylogue/api-contract';

/**
 * What a service was given of the files of a question; undefined where there were none, and where it is not known, as of
 * a service that was never called.
 */
export function givenSentence(files: readonly Attachment[], generation: Generation | undefined): string | undefined {
  const hasPictures = files.some(({ picture, pages }) => picture ?? pages);
  const { sawPictures } = generation ?? {};
  if (!generation || files.length === 0 || (hasPictures && sawPictures === undefined)) return undefined;
  if (!hasPictures || sawPictures) return `Was given ${listed(files.map(given))}.`;
  return [...unseen(files), ...unread(files)].join(' ');
}

/** What a service that cannot see pictures was given of the files it could read. */
function unseen(files: readonly Attachment[]): string[] {
  const texts = files.filter((file) => !file.picture && !isScan(file)).map(textOf);
  const pictures = files.filter(({ picture }) => picture).map(given);
  const pages = files.filter((file) => file.pages && !isScan(file)).map(({ name }) => `the pages of ${name}`);
  const missing = [...pages, ...pictures];
  if (missing.length === 0) return texts.length > 0 ? [`Was given ${listed(texts)}.`] : [];
  const why = `${listed(missing)}: it cannot see pictures.`;
  return [texts.length > 0 ? `Was given ${listed(texts)}; not ${why}` : `Was not given ${why}`];
}

function unread(files: readonly Attachment[]): string[] {
  const scans = files.filter(isScan).map(({ name }) => name);
  if (scans.length === 0) return [];
  const what = scans.length === 1 ? 'It holds' : 'They hold';
  return [`Nothing of ${listed(scans)} could be read. ${what} only pictures, which this service cannot see.`];
}

function given({ name, picture, pages }: Attachment): string {
  if (picture) return `the ${picture.firstFrame ? 'first frame of' : 'picture'} ${name}`;
  if (!pages) return textOf({ name });
  return pages.scan ? `${drawn(pages)} of ${name} as pictures` : `the text and ${drawn(pages)} of ${name}`;
}

/** `4 of 12 pages`, `all 4 pages`, `the page`. */
function drawn({ count, pictures }: DrawnPages): string {
  if (count === 1) return 'the page';
  return pictures.length < count ? `${pictures.length} of ${count} pages` : `all ${count} pages`;
}

const isScan = ({ pages }: Attachment): boolean => pages?.scan === true;
const textOf = ({ name }: Pick<Attachment, 'name'>) => `the text of ${name}`;

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const listed = (parts: readonly string[]) => list.format(parts);
