import { languageOf, type Language } from './languages.js';

/** What a piece of code is: keyword, string or number, function or name, comment, added, removed, or nothing in particular. */
export type CodePart = readonly [kind: 'k' | 't' | 'f' | 'c' | 'a' | 'd' | '', text: string];

type Kind = CodePart[0];

const maxLength = 400;

const parts =
  /(\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(\$?\b\d[\w.]*\b|\$\d+)|([A-Za-z_][\w$]*)(?=(\s*\()?)/g;
const dataParts = /("(?:[^"\\]|\\.)*")(?=\s*:)|("(?:[^"\\]|\\.)*"?|-?\b\d[\w.+-]*)|\b(true|false|null)\b/g;
const markupParts = /(<!--.*?(?:-->|$))|(<\/?[A-Za-z][\w:.-]*|\/?>)|("[^"]*"|'[^']*')|([\w:@.-]+)(?==)/g;
const styleParts =
  /(\/\*.*?(?:\*\/|$))|("[^"]*"|'[^']*'|#[\da-fA-F]{3,8}\b|-?\b\d[\w.]*%?)|(@[\w-]+|!important)|([\w-]+)(?=\s*:\s|\()/g;

/** Colours one line of code. Lines stand alone, so a finished line never changes again. */
export function highlightLine(line: string, lang: string): readonly CodePart[] {
  const language = languageOf(lang);
  if (line.length > maxLength) return [['', line]];
  switch (language.kind) {
    case 'plain':
      return [['', line]];
    case 'diff':
      return [[diffKind(line), line]];
    case 'data':
      return coloured(line, language, dataParts, ([, name, value]) => (name ? 'f' : value ? 't' : 'k'));
    case 'markup':
      return coloured(line, language, markupParts, ([, note, tag, value]) =>
        note ? 'c' : tag ? 'k' : value ? 't' : 'f',
      );
    case 'style':
      return coloured(line, language, styleParts, ([, note, value, rule]) =>
        note ? 'c' : value ? 't' : rule ? 'k' : 'f',
      );
    default:
      return coloured(line, language, parts, (match) => kindOf(match, language));
  }
}

function diffKind(line: string): Kind {
  if (/^(?:diff|index|\+\+\+|---|@@)/.test(line)) return 'c';
  return line.startsWith('+') ? 'a' : line.startsWith('-') ? 'd' : '';
}

function coloured(line: string, language: Language, pieces: RegExp, kindOfMatch: (match: RegExpMatchArray) => Kind) {
  const comment = commentStart(line, language.comments);
  const found: CodePart[] = [];
  let end = 0;
  for (const match of line.slice(0, comment).matchAll(pieces)) {
    const kind = kindOfMatch(match);
    if (kind === '') continue;
    if (match.index > end) found.push(['', line.slice(end, match.index)]);
    found.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < comment) found.push(['', line.slice(end, comment)]);
  if (comment < line.length) found.push(['c', line.slice(comment)]);
  return found;
}

function kindOf([, quoted, number, word, call]: RegExpMatchArray, { keywords }: Language): Kind {
  if (quoted !== undefined) return quoted.startsWith('/*') ? 'c' : 't';
  if (number !== undefined) return 't';
  if (word === undefined) return '';
  if (keywords.has(word) || (word === word.toUpperCase() && keywords.has(word.toLowerCase()))) return 'k';
  return call === undefined ? '' : 'f';
}

/** Where a comment begins that runs to the end of the line, outside of quotes. */
function commentStart(line: string, markers: readonly string[]): number {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const begins = at === 0 || /\s|[;{})]/.test(line.charAt(at - 1));
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (begins && markers.some((marker) => line.startsWith(marker, at))) return at;
    else if (character === '"' || character === "'" || character === '`') quote = character;
  }
  return line.length;
}
