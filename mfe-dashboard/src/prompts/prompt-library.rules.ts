import type { SavedQuery } from '@polylogue/api-contract';

export type Prompt = Pick<SavedQuery, 'id' | 'title' | 'description' | 'content' | 'variables'>;

/** What opens the library: a slash as the first letter of an empty box. */
export const opensLibrary = (before: string, after: string): boolean => before === '' && after === '/';

/** The prompts that have all words of a search, those with all of them in the title first. */
export function matching<P extends Prompt>(prompts: readonly P[], search: string): P[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = prompts.filter(({ title, description, content }) => has(`${title} ${description ?? ''} ${content}`));
  const isTitled = ({ title }: P) => Number(has(title));
  return found.toSorted((one, other) => isTitled(other) - isTitled(one));
}

/** The option that a key leads to; undefined for keys that lead nowhere. Up from the first is the last. */
export function optionAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(at + 8, count - 1);
    case 'PageUp':
      return Math.max(at - 8, 0);
    default:
      return undefined;
  }
}
