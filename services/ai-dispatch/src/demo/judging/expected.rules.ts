import { answerOf, numberText } from '../replies/answer.rules.js';
import { findIn } from '../replies/finding.rules.js';
import { knownLists } from '../replies/known-lists.js';

export interface Expected {
  /** How much of the answer that can be computed is there, from 0 to 1. */
  share: number;
  what: string;
}

/** What of a question can be checked without understanding it; nothing for an open question. */
export function expectedIn(question: string, reply: string): Expected | undefined {
  const finding = findIn([{ role: 'user', content: question }]);
  const flat = reply.toLowerCase();
  switch (finding.kind) {
    case 'calculation': {
      const figures = (reply.match(/-?\d[\d,]*(\.\d+)?/g) ?? []).map((figure) => figure.replaceAll(',', ''));
      const right = figures.some((figure) => Math.abs(Number(figure) - finding.value) < 1e-6);
      return { share: right ? 1 : 0, what: `the result ${numberText(finding.value)}` };
    }
    case 'count':
      return { share: inOrder(reply, finding.items), what: `a count of ${finding.items.length}` };
    case 'reverse':
      return { share: flat.includes(finding.reversed.toLowerCase()) ? 1 : 0, what: 'the text reversed' };
    case 'echo':
      return { share: flat.includes(answerOf(finding).toLowerCase()) ? 1 : 0, what: 'the words asked for' };
    case 'list': {
      const known = knownLists.find(({ title }) => title === finding.title)?.items;
      if (!known) return undefined;
      const named = known.filter((item) => flat.includes(item.toLowerCase())).length;
      return { share: Math.min(1, named / finding.items.length), what: `${finding.items.length} ${finding.title}` };
    }
    case 'table':
      return { share: /^\s*\|.*\|\s*$/m.test(reply) ? 1 : 0.2, what: 'a table' };
    case 'code':
      return { share: /```|\b(function|def|return|const)\b/.test(reply) ? 1 : 0.1, what: 'code' };
    default:
      return undefined;
  }
}

function inOrder(reply: string, items: readonly string[]): number {
  const figures = reply.match(/-?\d+/g) ?? [];
  let at = 0;
  for (const figure of figures) if (figure === items[at]) at += 1;
  return items.length === 0 ? 0 : at / items.length;
}
