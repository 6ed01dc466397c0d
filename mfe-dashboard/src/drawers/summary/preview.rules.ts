import { plainText } from '@polylogue/web-kit/chat';

/** Characters of each response that are shown before it is summarized. */
const previewLength = 150;

/** The beginning of a response, on one line and without its markdown. */
export function previewOf(text: string): string {
  const characters = [...plainText(text)];
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join('')}…` : characters.join('');
}
