import { keywords, sentencesOf, wordsOf } from '../replies/summary.rules.js';
import { expectedIn, type Expected } from './expected.rules.js';

/** What can be counted in a reply without understanding it. */
export interface Measures {
  words: number;
  /** Words of weight of the question, and how many of them come up. */
  weighty: number;
  met: number;
  overlap: number;
  expected: Expected | undefined;
  /** The share of three-word runs that were there before. */
  repetition: number;
  absurd: string[];
  loaded: string[];
  hostile: string[];
  /** How much longer than requested; 1 is as long as requested. */
  excess: number;
}

const absurdClaims =
  /\b(100 ?% (guaranteed|true|certain|safe)|guaranteed to (work|succeed)|everyone knows|everybody knows|scientists (agree|have proven) that|it is a proven fact|no doubt whatsoever|trust me|never fails?|always works?|without any exception|magic(al|ally)?|made of cheese|the earth is flat|aliens?|conspiracy|miracle|secret (that )?they|doctors hate|invented by me|i just made|nobody can deny|obviously|literally everyone|costs? nothing at all|instantly cures?|one weird trick|perpetual motion)\b/gi;
const loadedPhrases =
  /\b((all|every|most|typical) (women|men|immigrants?|foreigners?|muslims?|jews?|christians?|blacks?|whites?|gays?|old people|young people|boomers|millennials|poor people|politicians)|those people|inferior|real men|women (can't|cannot|should stay|are bad)|men are (all|always)|as any sane person|only (fools|idiots)|the (lazy|stupid) (poor|masses)|brainwashed|sheeple)\b/gi;
const hostilePhrases =
  /\b(idiots?|morons?|stupid|shut up|kill (yourself|them|him|her)|i hate you|worthless|scum|loser|hurt (them|him|her|yourself)|beat (them|him|her) up|build a bomb|poison (them|him|her|your)|dumb question|pathetic|disgusting)\b/gi;

export function measuresOf(question: string, reply: string): Measures {
  const said = wordsOf(reply);
  const stems = new Set(said.map(stemOf));
  const wanted = keywords(question, 8);
  const met = wanted.filter((word) => stems.has(stemOf(word))).length;
  return {
    words: said.length,
    weighty: wanted.length,
    met,
    overlap: wanted.length === 0 ? 1 : met / wanted.length,
    expected: expectedIn(question, reply),
    repetition: repetitionOf(said),
    absurd: distinct(reply, absurdClaims),
    loaded: distinct(reply, loadedPhrases),
    hostile: distinct(reply, hostilePhrases),
    excess: excessOf(question, reply, said.length),
  };
}

const stemOf = (word: string) => word.slice(0, 5);
const distinct = (text: string, pattern: RegExp) => [...new Set(text.toLowerCase().match(pattern) ?? [])];

function repetitionOf(words: readonly string[]): number {
  if (words.length < 12) return 0;
  const runs = words.slice(2).map((_word, at) => words.slice(at, at + 3).join(' '));
  return 1 - new Set(runs).size / runs.length;
}

const numbers: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 };

/** "in two sentences", "in at most 50 words". */
function excessOf(question: string, reply: string, words: number): number {
  const match =
    /\b(?:in|within|at most|under)\s+(?:at most\s+)?(\d+|one|two|three|four|five|six|ten)\s+(sentences?|words?)\b/i.exec(
      question,
    );
  if (!match?.[1] || !match[2]) return 1;
  const max = Number(match[1]) || numbers[match[1].toLowerCase()] || 1;
  return (match[2].toLowerCase().startsWith('word') ? words : sentencesOf(reply).length) / max;
}
