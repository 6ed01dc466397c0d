import { evaluate, findExpression } from './arithmetic.rules.js';
import { codeSamples } from './code-samples.js';
import { angles, knownLists } from './known-lists.js';
import { readMarked } from './marked.rules.js';
import { readPictures } from './pictures.rules.js';
import { keywords, summarise, topicOf, wordsOf } from './summary.rules.js';

export interface Turn {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What the demo understood of a thread, before a temperament puts it into words. */
export type Finding =
  | { kind: 'count'; items: string[] }
  | { kind: 'list'; title: string; items: string[] }
  | { kind: 'table'; title: string; header: string[]; rows: string[][] }
  | { kind: 'reverse'; text: string; reversed: string }
  | { kind: 'calculation'; expression: string; value: number }
  | { kind: 'code'; what: string; language: string; source: string }
  | { kind: 'summary'; sentences: string[]; words: number; about: string[] }
  | { kind: 'echo'; text: string }
  | { kind: 'recall'; sentence: string }
  | { kind: 'greeting' }
  | { kind: 'question'; topic: string; about: string[]; words: number; turn: number };

const readers = [
  readPictures,
  readMarked,
  readEcho,
  readReverse,
  readCount,
  readSummary,
  readTable,
  readCode,
  readRecall,
  readList,
  readCalculation,
];

/** What the last message requests, in the context of the thread. */
export function findIn(thread: readonly Turn[]): Finding {
  const turns = thread.filter(({ role }) => role === 'user').map(({ content }) => content);
  const message = turns.at(-1) ?? '';
  for (const read of readers) {
    const finding = read(message, turns.slice(0, -1));
    if (finding) return finding;
  }
  if (/^\s*(hi|hello|hey|good (morning|evening|day))\b[^?]{0,40}$/i.test(message)) return { kind: 'greeting' };
  const about = keywords(message, 5);
  const words = wordsOf(message).length;
  return { kind: 'question', topic: topicOf(message) ?? 'your message', about, words, turn: turns.length };
}

function readEcho(message: string): Finding | undefined {
  const match =
    /\b(?:say|repeat|reply with|answer with|respond with)\s+(?:only|exactly|just|after me)\s*:?\s+([\s\S]+)/i.exec(
      message,
    );
  return match?.[1] ? { kind: 'echo', text: unquote(match[1]) } : undefined;
}

function readReverse(message: string): Finding | undefined {
  const match =
    /\breverse(?:\s+(?:the\s+)?(?:word|words|text|string|sentence|letters(?:\s+of)?))?\s*:?\s+([\s\S]+)/i.exec(message);
  if (!match?.[1] || /\b(code|function|program|script)\b/i.test(message)) return undefined;
  const text = unquote(match[1]);
  return { kind: 'reverse', text, reversed: [...text].reverse().join('') };
}

function readCount(message: string): Finding | undefined {
  const down = /\bcount\s+(?:down|backwards?)\s+from\s+(\d+)(?:\s+to\s+(\d+))?/i.exec(message);
  const up = /\bcount\s+(?:up\s+)?(?:from\s+(\d+)\s+)?(?:up\s+)?to\s+(\d+)/i.exec(message);
  if (!down && !up) return undefined;
  const from = Number(down ? down[1] : (up?.[1] ?? 1));
  const to = Number(down ? (down[2] ?? 1) : up?.[2]);
  const length = Math.min(Math.abs(to - from) + 1, 1000);
  return { kind: 'count', items: Array.from({ length }, (_, index) => String(from + (to < from ? -index : index))) };
}

function readSummary(message: string, earlier: string[]): Finding | undefined {
  if (!/\b(summari[sz]e|summary|sum up|tl;?dr|analy[sz]e|key points|main points)\b/i.test(message)) return undefined;
  // The text is what follows the instruction: an attached file, or what was written before.
  const attached = message
    .split(/\n\s*\n|:\s*\n/)
    .slice(1)
    .join('\n\n');
  const text = attached.trim() || message.replace(/^[^:\n]*:/, '').trim() || earlier.at(-1) || message;
  const source = wordsOf(text).length < 8 && earlier.length > 0 ? earlier.join(' ') : text;
  if (wordsOf(source).length < 8) return undefined;
  return {
    kind: 'summary',
    sentences: summarise(source, 3),
    words: wordsOf(source).length,
    about: keywords(source, 5),
  };
}

function readList(message: string): Finding | undefined {
  const match =
    /\b(?:list|name|give me|enumerate)\b\s*(?:me\s+)?(?:the\s+|all\s+)?(\d+|two|three|four|five|six|seven|eight|nine|ten)?\b\s*([^.?!\n]{0,80})/i.exec(
      message,
    );
  if (!match) return undefined;
  return listOf(match[2] ?? '', match[1] ? numberOf(match[1]) : undefined);
}

function listOf(topic: string, wanted?: number, otherwise = 'this'): Extract<Finding, { kind: 'list' }> {
  const known = knownLists.find(({ pattern }) => pattern.test(topic));
  const title = known?.title ?? (keywords(topic, 3).join(' ') || otherwise);
  const items = known?.items ?? angles.map(({ name }) => `${title}: ${name}`);
  return { kind: 'list', title, items: items.slice(0, Math.max(1, wanted ?? (known ? items.length : 5))) };
}

function readTable(message: string): Finding | undefined {
  const match = /\btable\b(?:\s+(?:of|with|for|comparing|about))?\s*([^.?!\n]{0,80})/i.exec(message);
  if (!match) return undefined;
  if (/multiplication|times table/i.test(message)) return multiplicationTable();
  const { title, items } = listOf(match[1] ?? '', 6, topicOf(message.slice(0, match.index)));
  const rows = items.map((item, index) => [String(index + 1), item, String(item.length)]);
  return { kind: 'table', title, header: ['No.', title, 'letters'], rows };
}

function multiplicationTable(): Finding {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const header = ['×', ...numbers.slice(0, 6).map(String)];
  const rows = numbers.map((row) => [String(row), ...numbers.slice(0, 6).map((column) => String(row * column))]);
  return { kind: 'table', title: 'multiplication', header, rows };
}

function readCode(message: string): Finding | undefined {
  const isAsked =
    /\b(code|function|script|program|snippet)\b/i.test(message) &&
    /\b(write|show|give|make|create|need|in)\b/i.test(message);
  if (!isAsked) return undefined;
  const language = /\bjavascript|typescript|node|js\b/i.test(message) ? 'javascript' : 'python';
  const sample = codeSamples.find(({ pattern }) => pattern.test(message));
  return sample && { kind: 'code', what: sample.what, language, source: sample[language] };
}

function readRecall(message: string, earlier: string[]): Finding | undefined {
  const named = [...earlier, message]
    .map((text) => /\bmy name is\s+([\p{L}][\p{L}'-]*)/iu.exec(text)?.[1])
    .findLast(Boolean);
  if (/\bwhat(?:'s| is| was) my name\b|\bwho am i\b/i.test(message)) {
    return { kind: 'recall', sentence: named ? `Your name is ${named}.` : 'You have not told me your name yet.' };
  }
  if (/\bmy name is\b/i.test(message))
    return { kind: 'recall', sentence: `Nice to meet you, ${named}. I will remember your name.` };
  const match = /\bwhat (?:did|have) i (?:say|said|ask|asked|write|written|tell|told)\b.*?\b(first)?\b/i.exec(message);
  if (!match) return undefined;
  const said = /\bfirst\b/i.test(message) ? earlier[0] : earlier.at(-1);
  return { kind: 'recall', sentence: said ? `You wrote: “${shorten(said, 160)}”` : 'This is your first message here.' };
}

function readCalculation(message: string): Finding | undefined {
  const expression = findExpression(message);
  const value = expression === undefined ? undefined : evaluate(expression);
  return expression === undefined || value === undefined ? undefined : { kind: 'calculation', expression, value };
}

const numberWords = 'zero one two three four five six seven eight nine ten'.split(' ');
const numberOf = (word: string) => (/\d/.test(word) ? Number(word) : numberWords.indexOf(word.toLowerCase()));

const unquote = (text: string) => text.trim().replace(/^["'“‘`]+|["'”’`]+[.!]?$/g, '');
const shorten = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max).trimEnd()}…`);
