// Letters that Unicode does not take apart into a letter and a mark; the same choice as PostgreSQL's unaccent.
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
};
const undivided = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
// Marks that several scripts share. Those of one script, such as vowels of Thai, are letters to their readers.
const marks = /[\u0300-\u036f]/gu;
// Variation selectors: a coloured or a plain picture of the same emoji.
const variants = /[\ufe0e\ufe0f]/gu;

/** A text as it is compared, but for its accents: one form for each character, in small letters. */
export const normalized = (text: string) => text.normalize('NFKC').toLowerCase().replace(variants, '');

/** A normalized text without accents: "café" and "cafe" are one word. */
export const unaccented = (text: string) =>
  text
    .normalize('NFD')
    .replace(marks, '')
    .normalize('NFC')
    .replace(undivided, (letter) => letters[letter]!);

/** For each letter that accents are put on, a class of a pattern: the letter and those that are folded to it. */
const classes = accentClasses();

/** A pattern that finds a normalized word in a text, whatever accents either has. */
export const patternOfWord = (word: string) =>
  [...unaccented(word)].map((letter) => classes.get(letter) ?? letter.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('');

function accentClasses(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const blocks = [
    [0xc0, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
  ] as const;
  for (const [from, to] of blocks) {
    for (let code = from; code <= to; code++) {
      const character = String.fromCodePoint(code);
      const letter = unaccented(normalized(character));
      if (letter.length === 1 && letter !== character && /\p{L}/u.test(letter)) {
        found.set(letter, (found.get(letter) ?? letter) + character);
      }
    }
  }
  return new Map([...found].map(([letter, all]) => [letter, `[${all}][\u0300-\u036f]*`]));
}
