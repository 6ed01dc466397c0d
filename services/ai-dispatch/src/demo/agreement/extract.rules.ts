import { keywords, sentencesOf } from '../replies/summary.rules.js';
import type { Turn } from '../replies/finding.rules.js';
import type { KnownClaim, Suggested } from '../suggested/suggested-question.js';
import { suggested } from '../suggested/suggested.js';
import { toExtractIn, type ExtractionTask, type LabelledReply } from './extraction-request.rules.js';

interface Said {
  reply: string;
  stance: 'says' | 'contradicts' | 'silent';
  quote: string;
}

interface Claim {
  claim: string;
  replies: Said[];
}

const maxClaims = 12;
/** Of the weighty words of two sentences, the share that both have, from which on they say the same. */
const alike = 0.6;

/**
 * A demo service's extraction as JSON: of the replies to a suggested question the claims that are known, of others the
 * sentences that several replies share. Undefined when the thread asks for something else.
 */
export function extractionIn(thread: readonly Turn[]): string | undefined {
  const task = toExtractIn(thread);
  if (!task) return undefined;
  // The demo quotes only what it found: what was not found by us, it cannot quote better.
  if (thread.filter(({ role }) => role === 'user').length > 1) return JSON.stringify({ quotes: [] });
  const { replies } = task;
  if (task.known) return JSON.stringify(readingOf({ ...task, known: task.known }));
  const known = suggested.find((each) => isAbout(each, replies));
  return JSON.stringify({ claims: known ? knownClaims(known, replies) : sharedClaims(replies) });
}

const isAbout = ({ replies }: Suggested, shown: readonly LabelledReply[]): boolean => {
  const written = new Set(Object.values(replies));
  return shown.some(({ text }) => written.has(text));
};

const knownClaims = ({ claims }: Suggested, replies: readonly LabelledReply[]): Claim[] =>
  claims
    .map((claim) => ({ claim: claim.text, replies: replies.map((reply) => stanceOn(claim, reply)) }))
    .filter((claim) => claim.replies.some(({ stance }) => stance !== 'silent'));

function stanceOn({ says, contradicts = [] }: KnownClaim, { reply, text }: LabelledReply): Said {
  const words = text.replaceAll(/[`*]/g, '');
  const quoteIn = (quotes: readonly string[]) => quotes.find((quote) => words.includes(quote));
  const [said, denied] = [quoteIn(says), quoteIn(contradicts)];
  if (denied !== undefined) return { reply, stance: 'contradicts', quote: denied };
  return said === undefined ? { reply, stance: 'silent', quote: '' } : { reply, stance: 'says', quote: said };
}

/** Sentences that more than one reply has in like words. The demo understands none of them, so it never sees a contradiction. */
function sharedClaims(replies: readonly LabelledReply[]): Claim[] {
  const claims: Claim[] = [];
  for (const sentence of replies.flatMap(({ text }) => quotableIn(text))) {
    if (claims.length === maxClaims) break;
    if (claims.some(({ claim }) => shareOf(claim, sentence) >= alike)) continue;
    const said = replies.map(({ reply, text }): Said => {
      const quote = quotableIn(text).find((other) => shareOf(sentence, other) >= alike);
      return quote === undefined ? { reply, stance: 'silent', quote: '' } : { reply, stance: 'says', quote };
    });
    if (said.filter(({ stance }) => stance === 'says').length > 1) claims.push({ claim: sentence, replies: said });
  }
  return claims;
}

/** Of known claims the sentences in like words; then every further sentence is a claim. */
function readingOf({
  replies,
  known,
  furtherClaimsWanted,
}: ExtractionTask & { known: { claim: number; text: string }[] }) {
  const saidIn = (claim: string) =>
    replies.flatMap(({ reply, text }): Said[] => {
      const quote = quotableIn(text).find((sentence) => shareOf(claim, sentence) >= alike);
      return quote === undefined ? [] : [{ reply, stance: 'says', quote }];
    });
  const claims: Claim[] = [];
  for (const sentence of furtherClaimsWanted ? replies.flatMap(({ text }) => quotableIn(text)) : []) {
    if (claims.length === maxClaims) break;
    if (
      [...known.map(({ text }) => text), ...claims.map(({ claim }) => claim)].some(
        (other) => shareOf(other, sentence) >= alike,
      )
    )
      continue;
    claims.push({ claim: sentence, replies: saidIn(sentence) });
  }
  return { known: known.map(({ claim, text }) => ({ claim, replies: saidIn(text) })), claims };
}

const quotableIn = (text: string): string[] =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*\|/.test(line))
    .flatMap((line) => sentencesOf(line.replace(/^\s*(#+|[-*>]|\d+\.)\s+/, '').replaceAll(/[`*]/g, '')))
    .filter(({ length }) => length >= 20 && length <= 280);

function shareOf(one: string, other: string): number {
  const [words, others] = [new Set(keywords(one, 40)), new Set(keywords(other, 40))];
  const both = [...words].filter((word) => others.has(word)).length;
  const either = words.size + others.size - both;
  return either < 3 ? 0 : both / either;
}
