/** A place in one of several texts. */
export interface TextPlace {
  text: number;
  offset: number;
}

/** A passage that may begin in one text and end in another. */
export interface Passage {
  start: TextPlace;
  /** After its last character. */
  end: TextPlace;
}

/**
 * Where a quote stands in the texts of a page, in the order in which they are read; of several places, the one nearest to
 * `near`. White space does not count: a page breaks lines, and puts nothing between the cells of a table, where the text
 * that was quoted has spaces.
 */
export function findPassage(texts: readonly string[], quote: string, near = 0): Passage | undefined {
  const wanted = lettersOf(quote);
  if (wanted === '') return undefined;
  const letters = texts.map(lettersOf).join('');
  const nearLetter = near * (letters.length / texts.join('').length);
  let best: number | undefined;
  for (let at = letters.indexOf(wanted); at !== -1; at = letters.indexOf(wanted, at + 1)) {
    if (best === undefined || Math.abs(at - nearLetter) < Math.abs(best - nearLetter)) best = at;
  }
  if (best === undefined) return undefined;
  const start = placeOf(best, texts);
  const last = placeOf(best + wanted.length - 1, texts);
  return { start, end: { ...last, offset: last.offset + 1 } };
}

const lettersOf = (text: string): string => text.replaceAll(/\s+/g, '');

/** Where the n-th character that is no white space stands. */
function placeOf(letter: number, texts: readonly string[]): TextPlace {
  let left = letter;
  for (const [text, characters] of texts.entries()) {
    for (let offset = 0; offset < characters.length; offset += 1) {
      if (/\s/.test(characters[offset]!)) continue;
      if (left === 0) return { text, offset };
      left -= 1;
    }
  }
  throw new Error('The letter is not in these texts.');
}
