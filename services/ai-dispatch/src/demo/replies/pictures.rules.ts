import { readMarked, type MarkedSummary } from './marked.rules.js';

/** A picture as the demo reads it: of which type, and how large. */
export const pictureLine = (type: string, base64: string): string =>
  `\n[picture: ${type}, ${Math.floor((base64.length * 3) / 4)} bytes]`;

/** What can be said of pictures without eyes: that they came, or that others were given them. */
export function readPictures(message: string): MarkedSummary | undefined {
  const seen = [...message.matchAll(/^\[picture: (image\/\w+), (\d+) bytes\]$/gm)].map(
    ([, type, bytes]) => `A picture came with your message: ${type}, ${(Number(bytes) / 1024).toFixed(1)} KB.`,
  );
  const unseen = [...message.matchAll(/^\[Picture: (.+) – this service cannot see pictures\]$/gm)].map(
    ([, name]) => `I was told of a picture that I cannot see: ${name}.`,
  );
  const pages = [...message.matchAll(/^\[(Pages? \d.+) – this service cannot see pictures\]$/gm)].map(
    ([, which]) => `I was told of pages that I cannot see: ${which}.`,
  );
  if (seen.length + unseen.length + pages.length === 0) return undefined;
  const sentences = [
    ...seen,
    ...unseen,
    ...pages,
    'A demo service has no eyes: a real one would tell you what it shows.',
  ];
  const file = readMarked(message);
  return { kind: 'summary', words: 0, about: [], ...file, sentences: [...(file?.sentences ?? []), ...sentences] };
}
