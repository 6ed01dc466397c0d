type Place = (vector: string) => string;

const oneLine = (vector: string) => vector.replaceAll('\n', ' ');
const cell = (vector: string) => oneLine(vector).replaceAll('|', '\\|');

/** Where in a reply something stands, by name. */
export const contexts: Readonly<Record<string, Place>> = {
  block: (vector) => vector,
  'in a line': (vector) => `See ${vector} here.`,
  'in words': (vector) => `**bold ${vector} bold** _and ${vector}_`,
  'link label': (vector) => `[${vector}](https://example.com/)`,
  'link address': (vector) => `[x](${oneLine(vector)})`,
  'link address in brackets': (vector) => `[x](<${oneLine(vector)}>)`,
  'link title': (vector) => `[x](https://example.com/ "${oneLine(vector)}")`,
  'picture address': (vector) => `![x](${oneLine(vector)})`,
  'picture text': (vector) => `![${oneLine(vector)}](https://example.invalid/x.png)`,
  reference: (vector) => `[x][r]\n\n[r]: ${oneLine(vector)}`,
  autolink: (vector) => `<${oneLine(vector)}>`,
  'bare address': (vector) => `https://example.com/${oneLine(vector)} and www.example.com/${oneLine(vector)}`,
  'table cell': (vector) => `| a | b |\n|---|---|\n| ${cell(vector)} | 1 |`,
  'table head': (vector) => `| ${cell(vector)} | b |\n|---|---|\n| 1 | 2 |`,
  list: (vector) => `- one\n- ${vector}\n- three`,
  'task list': (vector) => `- [x] ${oneLine(vector)}`,
  quotation: (vector) => `> ${oneLine(vector)}`,
  heading: (vector) => `## ${oneLine(vector)}`,
  'code in a line': (vector) => `\`${vector}\` \`\`${vector}`,
  'language of code': (vector) => `\`\`\`${oneLine(vector).replaceAll('`', '')}\nx\n\`\`\``,
  'code of HTML': (vector) => `\`\`\`html\n${vector}\n\`\`\``,
  'code of SVG': (vector) => `\`\`\`svg\n${vector}\n\`\`\``,
  'code of JavaScript': (vector) => `\`\`\`js\nconst a = \`${vector}\`; /* ${vector}\n\`\`\``,
  'code of CSS': (vector) => `\`\`\`css\na { content: "${vector}"; }\n\`\`\``,
  'code of Mermaid': (vector) => `\`\`\`mermaid\n${vector}\n\`\`\``,
  'formula in a line': (vector) => `It is \\(${oneLine(vector)}\\) or $${oneLine(vector)}$.`,
  formula: (vector) => `$$${oneLine(vector)}$$`,
  footnote: (vector) => `A claim[^1].\n\n[^1]: ${oneLine(vector)}`,
  'cut off': (vector) => `[x](${oneLine(vector)}`,
};

type Encode = (text: string) => string;

/** Changes all but what tells that a script ran or that something was asked for: those must go on working. */
const around = (encode: Encode): Encode => {
  return (text) =>
    text
      .split(/(RUN|LEAK)/)
      .map((part) => (part === 'RUN' || part === 'LEAK' ? part : encode(part)))
      .join('');
};

const named: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  ':': '&colon;',
  '(': '&lpar;',
};

/** How it is written, by name. */
export const encodings: Readonly<Record<string, Encode>> = {
  'as it is': (text) => text,
  'mixed case': around((text) =>
    text.replace(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
  ),
  'named entities': around((text) => text.replace(/[<>":(]/g, (sign) => named[sign]!)),
  'numbered entities': around((text) => text.replace(/[<>":a-e]/g, (sign) => `&#${sign.codePointAt(0)}`)),
  'long numbered entities': around((text) =>
    text.replace(/[<>":]/g, (sign) => `&#x${sign.codePointAt(0)!.toString(16).padStart(7, '0')};`),
  ),
  'entities of entities': around((text) => text.replace(/[<>"]/g, (sign) => named[sign]!.replace('&', '&amp;'))),
  'percent signs': around((text) => text.replace(/[<>":]/g, (sign) => encodeURIComponent(sign))),
  'a tab in words': around((text) => text.replaceAll('script', 'scr\tipt').replaceAll('onerror', 'onerror\t')),
  'a character that is not seen': around((text) =>
    text.replaceAll('script', 'scri\u200bpt').replaceAll('=', '\u00a0='),
  ),
  'a control character': around((text) => text.replace(/^|(?<=")/g, '\u0001')),
  NUL: around((text) => text.replaceAll('script', 'scr\0ipt').replaceAll('<', '<\0')),
  'slashes for blanks': around((text) => text.replaceAll(' ', '/')),
  backslashes: around((text) => text.replace(/[<>"[\]()]/g, '\\$&')),
  'wide characters': around((text) =>
    text.replace(/[<>"'=]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)),
  ),
  'from right to left': (text) => `\u202e${text}\u202c`,
};
