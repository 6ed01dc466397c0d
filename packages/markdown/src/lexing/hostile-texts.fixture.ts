/** How a text is made of its pieces, at about the size that is wanted. */
const shapesOf = (size: number) => ({
  size,
  fill: (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size),
  halves: (before: string, after: string) => {
    const times = Math.ceil(size / (before.length + after.length));
    return before.repeat(times) + after.repeat(times);
  },
  lines: (line: (index: number) => string) => {
    let text = '';
    for (let index = 0; text.length < size; index++) text += `${line(index)}\n`;
    return text;
  },
});

type Shapes = ReturnType<typeof shapesOf>;
type Texts = Readonly<Record<string, string>>;

const quotesAndLinks = ({ fill, halves, lines }: Shapes): Texts => ({
  'quote marks': fill('>'),
  'spaced quote marks': fill('> '),
  'quotes that go on lazily': lines((index) => `${'>'.repeat(40 - (index % 40))}a`),
  'lazy lines between quotes': fill('> a\nb\n'),
  'lists in quotes, lazily': fill('> - a\nb\n'),
  'pictures never closed': fill('![](x'),
  'links never closed': fill('[a](x'),
  'links closed at last': `${fill('[a](x')})`,
  'links within links': halves('[a', '](b)'),
  'links with titles never closed': fill('[a](b "'),
  'links with brackets for titles': fill('[a](b(('),
  'a link of quotes': `[a](${fill('"')}`,
  'a link of spaces': `[a](${fill(' ')}x`,
  'links of spaces': fill(`[a](${' '.repeat(200)}x`),
  'links in angles': fill('[a](<b'),
});

const emphasisAndReferences = ({ fill, halves, lines }: Shapes): Texts => ({
  'bold and soft, never closed': fill('**a *b '),
  'soft, never closed': fill('*a '),
  'bold, never closed': fill('**a '),
  'bold within soft': halves('*a **a ', 'a** a* '),
  'soft within soft': halves('*a ', 'a*'),
  'underscores, never closed': fill('_a __b '),
  'underscores and stars': fill('*_'),
  'underscores in words': fill('a_'),
  stars: fill('*'),
  'stars and letters': fill('a**b'),
  'stars that never match': fill('a***b* c**'),
  'stars in words': fill('a*b'),
  underscores: fill('_'),
  'opening brackets': fill('['),
  'closing brackets': fill(']'),
  'nested brackets': halves('[', ']'),
  'brackets and letters': fill('[a'),
  references: fill('[a][b]'),
  'references in definitions': `[a]: b\n\n${fill('[a]')}`,
  definitions: lines((index) => `[${index}]: /${index}`),
  'definitions and their uses': lines((index) => `[${index}]: /${index}\n\n[${index}] [${index}][]\n`),
  'definitions never ended': fill('[a]: b "'),
  'definitions with brackets': fill('[a\\]'),
  footnotes: fill('[^1] [^1]: '),
});

const codeAndWaves = ({ size, fill, lines }: Shapes): Texts => ({
  'exclamation marks': fill('!'),
  'exclamation marks and brackets': fill('!['),
  backticks: fill('`'),
  'runs of backticks': lines((index) => `${'`'.repeat(index + 1)}a`).replaceAll('\n', ''),
  'falling runs of backticks': Array.from(
    { length: Math.ceil(Math.sqrt(2 * size)) },
    (_run, index, all = Math.ceil(Math.sqrt(2 * size))) => `${'`'.repeat(all - index)}a`,
  ).join(''),
  'single backticks': fill('`a '),
  'a long run of backticks and one less': `${'`'.repeat(size / 4)}a${`${'`'.repeat(size / 4 - 1)}b`.repeat(3)}`,
  fences: fill('```\n'),
  'fences of waves': lines((index) => '~'.repeat(3 + (index % 60))),
  'fences in lists': fill('- ```\n'),
  waves: fill('~'),
  'waves and letters': fill('~~a '),
  'single waves': fill('~a '),
});

const tablesAndLists = ({ size, fill, lines }: Shapes): Texts => ({
  bars: fill('|'),
  'a wide table': `${fill('|a').slice(0, size / 3)}|\n${fill('|-').slice(0, size / 3)}|\n${fill('|\n').slice(0, size / 3)}`,
  'a table of bars': `|a|b|\n|-|-|\n${fill('|')}`,
  'rows with one cell more': `|a|\n|-|\n${fill('|a|b|\n')}`,
  'heads of tables': fill('|a|\n'),
  'delimiters of tables': fill('|-'),
  'tables in a row': fill('a|b\n-|-\n'),
  'tables of marks': `|a|b|\n|-|-|\n${fill('|*a|`b|\n')}`,
  'list marks': fill('- '),
  'list marks in rows': lines((index) => `${'  '.repeat(index % 60)}- a`),
  'ever deeper lists': lines((index) => `${' '.repeat(2 * index)}- a`),
  numbers: fill('1. '),
  'numbered lines': lines((index) => `${index}. a`),
  'lists in turns': fill('- a\n* b\n+ c\n'),
  'loose lists': fill('- a\n\n'),
  'quotes and lists': fill('> - '),
  'a long item': `- ${fill('a\n')}`,
  'a long item of lines indented': `- ${fill('a\n  ')}`,
  'task marks': fill('- [ ] '),
  'lists of empty items': fill('-\n'),
  headings: fill('# '),
  'heading marks': fill('#'),
  'setext underlines': fill('a\n=\n'),
  'setext underlines alone': fill('=\n'),
  'setext underlines too late': `${fill('a\n')}\n=`,
  'setext dashes': fill('-'),
  rules: fill('- - -\n'),
  'rules of stars': fill('* * *a\n'),
});

const tagsAndAddresses = ({ fill }: Shapes): Texts => ({
  'open tags': fill('<a '),
  tags: fill('<a>'),
  'tags of attributes': fill('<a b=c d="e" '),
  'a tag of attributes': `<a ${fill('b ')}`,
  'tags of spaces': fill(`<a${' '.repeat(200)}`),
  'closing tags': fill('</a'),
  'blocks of tags': fill('<div>\n'),
  comments: fill('<!--'),
  'comments in words': fill('a <!-- b '),
  'comments and dashes': `a <!--${fill('-')}`,
  instructions: fill('a <? '),
  declarations: fill('a <!A '),
  'sections of data': fill('a <![CDATA[ '),
  angles: fill('<'),
  'angles and letters': fill('<a'),
  autolinks: fill('<http://a'),
  'autolinks closed': fill('<http://a>'),
  addresses: fill('http://a '),
  'addresses without end': fill('http://a'),
  'an address of brackets': `http://a${fill(')')}`,
  'addresses of brackets': fill(`http://a${')'.repeat(400)} `),
  'an address of opening brackets': `http://a${fill('(')}`,
  'an address of references': `http://a${fill('&amp;')}`,
  www: fill('www.'),
  'mail addresses': fill('a@'),
  'mail addresses with dots': `a@${fill('a.')}`,
  'mail addresses with dashes': `a@a.${fill('a-')}`,
  'words for mail addresses': fill('a.b-c_d+'),
  'mails in angles': fill('<a@b.c'),
});

const characters = ({ fill }: Shapes): Texts => ({
  'references of characters': fill('&amp;'),
  'references never ended': fill('&#x'),
  ampersands: fill('&'),
  backslashes: fill('\\'),
  escapes: fill('\\*'),
  'escaped brackets': fill('\\['),
  'escapes in brackets': `[${fill('\\]')}`,
  'formulas never closed': fill('\\( a '),
  'displayed formulas never closed': fill('\\[ a '),
  dollars: fill('$'),
  'dollars and letters': fill('$a '),
  'a backslash before marks': `\\${fill('*a ')}`,
  spaces: `a${fill(' ')}b`,
  'spaces and ends of lines': fill('a  \n'),
  'blank lines': fill('\n'),
  'spaces and blank lines': fill('   \n'),
  tabs: fill('\t'),
  'tabs in lists': fill('-\t'),
  'indented lines': fill('    a\n'),
  'indented and not': fill('    a\nb\n'),
  nothings: fill('\0'),
  surrogates: fill('\ud83d*'),
  everything: fill('*_`[](<a>!|~$\\&#\n> - 1. ='),
  'everything else': fill('**[a](b "`c` <d>\n> *e _f\n- [g][h] ~~i\n'),
});

/**
 * Texts that make lexers of markdown slow or overflow their stack, each of about `size` characters: what has been seen in
 * replies, and the classics of cmark's, markdown-it's and micromark's own tests.
 */
export function hostileTexts(size: number): Texts {
  const kinds = [quotesAndLinks, emphasisAndReferences, codeAndWaves, tablesAndLists, tagsAndAddresses, characters];
  return Object.fromEntries(kinds.flatMap((kind) => Object.entries(kind(shapesOf(size)))));
}
