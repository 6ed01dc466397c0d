import { patternOfWord } from './fold.rules.js';
import { plainWords } from './plain-words.rules.js';
import { typedRuns } from './words.rules.js';

export interface SnippetText {
  text: string;
  marks: { start: number; end: number }[];
}

const before = 60;
const maxLength = 220;

/** The line of a text around the first word that was looked for, with the ranges to highlight; of as many texts as a page has. */
export function snippetsOf(typed: string): (body: string) => SnippetText {
  const pattern = patternOf(typed);
  const all = pattern && new RegExp(pattern, 'giu');
  return (body) => snippetOf(body, pattern, all);
}

function snippetOf(body: string, pattern: RegExp | undefined, all: RegExp | undefined): SnippetText {
  const flat = body.replace(/\s+/g, ' ').trim();
  const first = pattern ? flat.search(pattern) : 0;
  const start = wordStart(flat, Math.max(0, first - before));
  const words = wordsAround(flat.slice(start, start + 2 * maxLength), pattern);
  const cutText = words.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  const isCut = words.length > maxLength || start + 2 * maxLength < flat.length;
  const text = `${start > 0 ? '…' : ''}${cutText}${isCut ? '…' : ''}`;
  const marks = all
    ? [...text.matchAll(all)].map(({ index, 0: hit }) => ({
        start: index,
        end: index + hit.length,
      }))
    : [];
  return { text, marks };
}

/** Plain words, unless what was looked for stands in the markup alone: an address, say. */
function wordsAround(stretch: string, pattern: RegExp | undefined): string {
  const plain = plainWords(stretch);
  return pattern && !pattern.test(plain) ? stretch : plain;
}

function patternOf(typed: string): RegExp | undefined {
  const runs = [...new Set(typedRuns(typed))].sort((a, b) => b.length - a.length);
  return runs.length === 0 ? undefined : new RegExp(runs.map(patternOfWord).join('|'), 'iu');
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at);
  return space >= 0 && space - at < 20 ? space + 1 : at;
}
