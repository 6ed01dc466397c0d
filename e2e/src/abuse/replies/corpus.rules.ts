import { seeded, type Seeded } from '../seeded.rules.js';
import { contexts, encodings } from './contexts.js';
import { leakVectors, scriptVectors } from './vectors.js';

/** A reply that means ill. */
export interface HostileReply {
  /** Names it where a script that ran, or a request that was sent, tells of it. */
  id: string;
  kind: 'script' | 'leak';
  /** What was put where, and how it was written. */
  made: string;
  text: string;
  /** What follows it might be taken for a part of it. */
  isOpen: boolean;
}

/** Names of hosts that exist nowhere: whoever asks for one was told to by a reply. */
export const leakDomain = 'leak.test';
/** What a script calls that ran. */
export const canaryName = 'polylogueCanary';

/** Every vector in every context, each written in a way that the seed chooses, and once as it is. */
export function hostileReplies(seed: number): HostileReply[] {
  const random = seeded(seed);
  return [...repliesOf('script', scriptVectors, random), ...repliesOf('leak', leakVectors, random)];
}

/** A sample of each kind: every vector once as it is, and once somewhere, written somehow. */
export function sampleReplies(seed: number): HostileReply[] {
  const random = seeded(seed);
  const all = hostileReplies(seed);
  const size = Object.keys(contexts).length;
  return Array.from({ length: all.length / size }, (_, at) => all[at * size + random.below(size)]!);
}

function repliesOf(kind: HostileReply['kind'], vectors: readonly string[], random: Seeded): HostileReply[] {
  const places = Object.keys(contexts);
  const ways = Object.keys(encodings);
  return vectors.flatMap((vector, number) => {
    const plainly = random.below(places.length);
    return places.map((place, at) => {
      const way = at === plainly ? ways[0]! : random.pick(ways);
      const id = `${kind[0]}${number}x${at}`;
      const text = fill(contexts[place]!(encodings[way]!(vector)), id);
      return { id, kind, made: `${vector} · ${place} · ${way}`, text, isOpen: isOpen(text) };
    });
  });
}

/** Puts what tells of it in its places. */
export const fill = (text: string, id: string): string =>
  text
    .replaceAll('RUN', `${canaryName}('${id}')`)
    .replaceAll('//LEAK', `//${id}.${leakDomain}/p`)
    .replaceAll('LEAK', `http://${id}.${leakDomain}/p`);

/** Blocks that only an end of their own closes (CommonMark 4.6), and code that goes on. */
function isOpen(text: string): boolean {
  const opened = [
    /<(script|style|textarea|pre|xmp|title)\b(?![^]*<\/\1)/i,
    /<!--(?![^]*-->)/,
    /<\?(?![^]*\?>)/,
    /<!\[CDATA\[(?![^]*\]\]>)/,
    /``[^`]*$/,
  ];
  return opened.some((each) => each.test(text));
}

/** What stands behind a reply, so that one sees that all of it was drawn. */
export const markOf = ({ id }: HostileReply): string => `drawn-${id}-end`;

/** What stands behind the title of the source that a reply names. */
export const citedMark = ({ id }: HostileReply): string => `cited-${id}-end`;

/** A reply as the source of a reply: a web address of its host, or one that would do something. */
export function sourceOf(reply: HostileReply, at: number): { url: string; title: string } {
  const urls = ['LEAK', 'javascript:RUN', 'data:text/html,<script>RUN</script>', 'LEAK" onmouseover="RUN'];
  const url = fill(urls[at % urls.length]!, reply.id);
  return { url, title: `${reply.text.slice(0, 120)} ${citedMark(reply)}` };
}

/** Several replies as one text, each with its mark behind it. */
export const joined = (group: readonly HostileReply[]): string =>
  group.map((reply) => `${reply.text}\n\n${markOf(reply)}`).join('\n\n');

/** Groups of at most so many, in which one that is open stands last, where it takes nothing in. */
export function groupsOf(replies: readonly HostileReply[], size: number): HostileReply[][] {
  const open = replies.filter((reply) => reply.isOpen);
  const closed = replies.filter((reply) => !reply.isOpen);
  const count = Math.max(open.length, Math.ceil(replies.length / size));
  const groups = Array.from({ length: count }, (_, at) => closed.slice(...shareOf(closed.length, count, at)));
  open.forEach((reply, at) => groups[at]!.push(reply));
  return groups;
}

const shareOf = (length: number, count: number, at: number): [number, number] => [
  Math.floor((length * at) / count),
  Math.floor((length * (at + 1)) / count),
];

/** So many services answer a message at once, each with a group of so many replies. */
export const services = Array.from({ length: 24 }, (_, at) => `s${at}`);
const perReply = 8;

/** What each round's services answer. */
export function roundsOf(replies: readonly HostileReply[]): HostileReply[][][] {
  const groups = groupsOf(replies, perReply);
  const count = Math.ceil(groups.length / services.length);
  return Array.from({ length: count }, (_, at) => groups.slice(at * services.length, (at + 1) * services.length));
}

/** A text as it streams: pieces that end anywhere, also within a tag. */
export function pieces(text: string, random: Seeded): string[] {
  const cuts = Array.from({ length: 12 }, () => random.below(text.length)).toSorted((a, b) => a - b);
  return [0, ...cuts].map((from, at) => text.slice(from, cuts[at] ?? text.length)).filter((piece) => piece !== '');
}
