import type { Token } from 'marked';

const letter = /\p{L}/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * On which side a block begins, by its first letter; undefined where that is the page's own side. What `dir="auto"` would
 * find, which the browser looks for in the whole block at each word that streams in.
 */
export function sideOf({ raw }: Token): 'rtl' | undefined {
  const first = letter.exec(raw)?.[0];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : undefined;
}

/** The same for what is inline: a paragraph whose beginning was kept is no longer in its `raw`. */
export function sideOfInline(tokens: readonly Token[] = []): 'rtl' | undefined {
  const first = tokens.find(({ raw }) => letter.test(raw));
  return first && sideOf(first);
}
