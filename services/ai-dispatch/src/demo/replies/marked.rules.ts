import { keywords, summarise, wordsOf } from './summary.rules.js';

/** A summary of what a message marks off as data. */
export interface MarkedSummary {
  kind: 'summary';
  sentences: string[];
  words: number;
  about: string[];
}

/** What a message marks off as data: a file to look at, or replies to compare. */
export function readMarked(message: string): MarkedSummary | undefined {
  const replies = [...message.matchAll(/^<(reply(?:-\d+)?) from="([^"\n]*)"[^>\n]*>\n([\s\S]*?)\n<\/\1>$/gm)];
  if (replies.length > 1) return compare(replies.map(([, , from = '', text = '']) => ({ from, text })));
  const text = /^<(file(?:-\d+)?) name="[^"\n]*">\n([\s\S]*)\n<\/\1>$/m.exec(message)?.[2];
  if (text === undefined) return undefined;
  const sentences = summarise(text, 3);
  return { kind: 'summary', sentences, words: wordsOf(text).length, about: keywords(text, 5) };
}

function compare(replies: readonly { from: string; text: string }[]): MarkedSummary {
  const all = replies.map(({ text }) => text).join(' ');
  const shared = keywords(all, 40).filter((word) => replies.every(({ text }) => wordsOf(text).includes(word)));
  const agreed =
    shared.length > 0
      ? `All of them speak of ${shared.slice(0, 5).join(', ')}.`
      : 'No word of weight is in all of them.';
  const each = replies.map(({ from, text }) => {
    const [best = 'nothing that can be quoted'] = summarise(text, 1);
    return `**${from}** (${wordsOf(text).length} words): ${best}`;
  });
  return { kind: 'summary', sentences: [agreed, ...each], words: wordsOf(all).length, about: keywords(all, 5) };
}
