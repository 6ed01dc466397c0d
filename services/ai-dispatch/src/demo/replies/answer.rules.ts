import type { Finding } from './finding.rules.js';

export const numberText = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 10 });

export const numbered = (items: readonly string[]): string =>
  items.map((item, index) => `${index + 1}. ${item}`).join('\n');

export const bulleted = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

export function markdownTable(header: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

export const codeBlock = (language: string, source: string): string => `\`\`\`${language}\n${source}\n\`\`\``;

/** The bare answer, which every temperament puts its own text around it. Empty for an open question. */
export function answerOf(finding: Finding): string {
  switch (finding.kind) {
    case 'count':
      return finding.items.join(', ');
    case 'list':
      return numbered(finding.items);
    case 'table':
      return markdownTable(finding.header, finding.rows);
    case 'reverse':
      return finding.reversed;
    case 'calculation':
      return `${finding.expression.replace(/([-+*/%^])/g, ' $1 ')} = **${numberText(finding.value)}**`;
    case 'code':
      return codeBlock(finding.language, finding.source);
    case 'summary':
      return bulleted(finding.sentences);
    case 'echo':
      return finding.text;
    case 'recall':
      return finding.sentence;
    case 'greeting':
    case 'question':
      return '';
  }
}
