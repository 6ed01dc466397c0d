import type { Attachment, Generation } from '@polylogue/api-contract';

/**
 * What a service was given of the files of a question; undefined where there were none, and where it is not known, as of
 * a service that was never called.
 */
export function givenSentence(files: readonly Attachment[], generation: Generation | undefined): string | undefined {
  const texts = files.filter(({ picture }) => !picture).map(({ name }) => `the text of ${name}`);
  const pictures = files.flatMap(({ name, picture }) =>
    picture ? `the ${picture.firstFrame ? 'first frame of' : 'picture'} ${name}` : [],
  );
  const { sawPictures } = generation ?? {};
  if (!generation || files.length === 0 || (pictures.length > 0 && sawPictures === undefined)) return undefined;
  if (pictures.length === 0 || sawPictures) return `Was given ${listed([...texts, ...pictures])}.`;
  if (texts.length > 0) return `Was given ${listed(texts)}; not ${listed(pictures)}: it cannot see pictures.`;
  return `Was not given ${listed(pictures)}: it cannot see pictures.`;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const listed = (parts: readonly string[]) => list.format(parts);
