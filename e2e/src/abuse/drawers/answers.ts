import type { AiScript } from '@polylogue/test-kit';
import { answersAs, dataOf } from '../../scripted-reader.js';
import { joined, markOf, type HostileReply } from '../replies/corpus.rules.js';

type Groups = readonly (readonly HostileReply[])[];

/** Characters of a claim, of a quote, of what a judge says of a reply, and of one reason. */
const max = { claim: 300, quote: 360, analysis: 8_000, reason: 2_000 };
const claimsOfMap = 20;

/** The first words of a reply and what stands behind it: long quotes are no quotes. */
const quoteOf = (reply: HostileReply) => `${reply.text.slice(-max.quote)}\n\n${markOf(reply)}`;

/** An extractor whose claims are hostile, and that quotes each hostile reply. */
export const hostileExtractor = (groups: Groups): AiScript =>
  answersAs((body) => {
    const users = (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages.filter(
      ({ role }) => role === 'user',
    );
    const data = dataOf<{ replies: { reply: string; text: string }[] }>(body);
    if (!data) return { claims: [] };
    const quoted = data.replies.map(({ reply, text }) => ({
      reply,
      group: groups.find(([first]) => first && text.includes(markOf(first))) ?? [],
    }));
    return users.length > 1 ? quotesAgain(users.at(-1)!.content, quoted) : claimsOf(groups, quoted);
  });

type Quoted = readonly { reply: string; group: readonly HostileReply[] }[];

function claimsOf(groups: Groups, quoted: Quoted) {
  const all = groups.flat();
  const claims = Array.from({ length: claimsOfMap }, (_, at) => ({
    claim: all[Math.floor((at * all.length) / claimsOfMap)]!.text.trim().slice(0, max.claim) || 'nothing',
    replies: quoted.flatMap(({ reply, group }) => {
      const own = group[at];
      return own ? [{ reply, stance: 'says', quote: quoteOf(own) }] : [];
    }),
  }));
  return { claims };
}

/** What was not found in a reply is quoted by its mark, which is. */
function quotesAgain(asked: string, quoted: Quoted) {
  const list = /\n(\[.*\])\n/s.exec(asked)?.[1] ?? '[]';
  const quotes = (JSON.parse(list) as { claim: number; reply: string }[]).flatMap(({ claim, reply }) => {
    const own = quoted.find((each) => each.reply === reply)?.group[claim - 1];
    return own ? [{ claim, reply, stance: 'says', quote: markOf(own) }] : [];
  });
  return { quotes };
}

/** What a judge says of this group, cut to what a verdict may hold. */
export const analysisOf = (group: readonly HostileReply[]): string => joined(group).slice(0, max.analysis);

/** A judge that says of each reply what the reply says. */
export const hostileJudge = (groups: Groups): AiScript =>
  answersAs((body) => {
    const group = groups.find(([first]) => first && body.includes(markOf(first))) ?? [];
    const scored = { score: 50, reason: joined(group).slice(0, max.reason) };
    const scores = { bias: scored, safety: scored, accuracy: scored, adherence: scored };
    return { ...scores, analysis: analysisOf(group) };
  });
