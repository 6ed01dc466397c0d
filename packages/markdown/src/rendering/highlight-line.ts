/** What a piece of code is: keyword, string or number, function, comment, or nothing in particular. */
export type CodePart = readonly [kind: 'k' | 't' | 'f' | 'c' | '', text: string];

const words =
  'abstract and as async await begin bool boolean break by case catch char class const continue create def default ' +
  'defer delete do double elif else elsif end enum except export extends extern false final finally float fn for ' +
  'foreach from func function global go group if impl implements import in insert instanceof int integer interface ' +
  'into is join lambda let limit long loop match mod module mut namespace new nil none not null of on or order ' +
  'override package pass private protected protocol pub public raise readonly ref return returning self select set ' +
  'short static string struct super switch table then this throw throws trait true try type typeof undefined union ' +
  'unless unsafe unsigned update use using values var void when where while with yield';
const keywords = new Set(words.split(' '));

const hashComments = new Set(['bash', 'sh', 'shell', 'zsh', 'py', 'python', 'rb', 'ruby', 'yaml', 'yml', 'toml', 'r']);
const dashComments = new Set(['sql', 'postgresql', 'mysql', 'lua', 'haskell', 'hs', 'elm', 'ada']);
const plain = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'markdown', 'md', 'log', 'console', 'output']);

const parts =
  /(\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(\$?\b\d[\w.]*\b|\$\d+)|([A-Za-z_][\w$]*)(?=(\s*\()?)/g;

/** Colours one line by what nearly all languages share. Lines stand alone, so a finished line never changes again. */
export function highlightLine(line: string, lang: string): readonly CodePart[] {
  if (plain.has(lang) || line.length > 400) return [['', line]];
  const comment = commentStart(line, lang);
  const found: CodePart[] = [];
  let end = 0;
  for (const match of line.slice(0, comment).matchAll(parts)) {
    const kind = kindOf(match);
    if (kind === '') continue;
    if (match.index > end) found.push(['', line.slice(end, match.index)]);
    found.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < comment) found.push(['', line.slice(end, comment)]);
  if (comment < line.length) found.push(['c', line.slice(comment)]);
  return found;
}

function kindOf([, quoted, number, word, call]: RegExpMatchArray): CodePart[0] {
  if (quoted !== undefined) return quoted.startsWith('/*') ? 'c' : 't';
  if (number !== undefined) return 't';
  if (word !== undefined && keywords.has(word === word.toUpperCase() ? word.toLowerCase() : word)) return 'k';
  return call === undefined ? '' : 'f';
}

/** Where a comment begins that runs to the end of the line, outside of quotes. */
function commentStart(line: string, lang: string): number {
  const marker = hashComments.has(lang) ? '#' : dashComments.has(lang) ? '--' : '//';
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (line.startsWith(marker, at) && (at === 0 || /\s|[;{})]/.test(line.charAt(at - 1)))) return at;
  }
  return line.length;
}
