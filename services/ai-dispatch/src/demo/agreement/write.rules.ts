import { z } from 'zod';
import type { Turn } from '../replies/finding.rules.js';

const claim = z.object({
  claim: z.string(),
  text: z.string(),
  standing: z.string(),
  says: z.array(z.string()),
  against: z.array(z.string()),
});
const data = z.object({ claims: z.array(claim) });

type GivenClaim = z.output<typeof claim>;

/** Agreed claims of a short answer; disputed ones are never left out. */
const maxWhenShort = 3;

/**
 * A demo service's answer from the claims of an agreement map: what several say, then what they contradict each other
 * on, then what one of them says. Undefined when the thread asks for something else.
 */
export function answerFromClaims(thread: readonly Turn[]): string | undefined {
  const user = thread.find(({ role }) => role === 'user')?.content ?? '';
  const [, json, behind = ''] = /^<claims-[0-9a-f]{32}>\n(.*)\n<\/claims-[0-9a-f]{32}>(.*)$/s.exec(user) ?? [];
  const claims = json === undefined ? undefined : data.safeParse(parsed(json)).data?.claims;
  if (!claims) return undefined;
  const wish = /What the reader wishes for: (.*)$/s.exec(behind)?.[1] ?? '';
  const isShort = /\b(short|brief|concise|kurz|kürzer)/i.test(wish);
  const of = (...standings: string[]) => claims.filter(({ standing }) => standings.includes(standing));
  const agreed = of('agreed', 'contradicted');
  const paragraphs = [
    (isShort ? agreed.slice(0, maxWhenShort) : agreed).map(lineOf),
    of('disputed').map(isShort ? shortDispute : dispute),
    isShort ? [] : of('said once').map(lineOf),
  ];
  const lines = paragraphs.filter(({ length }) => length > 0).map((paragraph) => paragraph.join('\n'));
  return lines.join('\n\n');
}

const lineOf = ({ claim: id, text, standing, against }: GivenClaim): string =>
  standing === 'contradicted' ? `${ended(against[0] ?? text)} [${id}]` : `${ended(text)} [${id}]`;

// One sentence: what stands in a line before its last sentence would name no claim.
const dispute = ({ claim: id, text, says, against }: GivenClaim): string =>
  `${bare(text)} – some say so (“${bare(says[0])}”), others contradict it (“${bare(against[0])}”). [${id}]`;

const shortDispute = ({ claim: id, text }: GivenClaim): string =>
  `${bare(text)} – some say so, others contradict it. [${id}]`;

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
const bare = (text = ''): string => text.replace(/[.!?…]+$/, '');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
