// Each letter is 7 rows of 5 points; a row is a digit of base 32, its highest bit the leftmost point.
const shapes: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hpljhhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hha4444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '.': '00000cc',
  ',': '0000c48',
  '!': '4444404',
  '?': 'eh12404',
  '-': '000v000',
  ':': '0cc0cc0',
  ';': '0cc0c48',
  "'": 'c480000',
  '"': 'aaa0000',
  '(': '2488842',
  ')': '8422248',
  '/': '01248g0',
  '+': '044v440',
  '=': '00v0v00',
  '*': '04lel40',
  '&': 'cik8lid',
  '%': 'op248j3',
  '#': 'aavavaa',
  '@': 'eh1dlle',
  $: '4fke5u4',
  _: '000000v',
  '<': '248g842',
  '>': '8421248',
  ' ': '0000000',
};
const unknown = 'vhhhhhv';

export const letterSize = { width: 5, height: 7 } as const;

/** Whether a point of a letter is inked; what has no shape here is drawn as a box, so that it is seen to be missing. */
export function isInked(letter: string, x: number, y: number): boolean {
  const row = (shapes[letter] ?? unknown).charAt(y);
  return ((Number.parseInt(row, 32) >> (letterSize.width - 1 - x)) & 1) === 1;
}

/** Text as these letters can write it: without accents, in capitals. */
export const toLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/[Łł]/g, 'L')
    .replaceAll(/[Øø]/g, 'O')
    .replaceAll(/[Ææ]/g, 'AE')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Lines of at most so many letters, at most so many lines; the last one says when something is missing. */
export function toLines(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => cut([...each], width))) {
    if (line !== '' && [...line].length + 1 + [...word].length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]!.slice(0, width - 3)}...`];
}

const cut = (letters: string[], width: number): string[] =>
  letters.length <= width
    ? [letters.join('')]
    : [letters.slice(0, width).join(''), ...cut(letters.slice(width), width)];
