/** A source that a reply came with. */
export interface JudgedSource {
  url?: string | undefined;
  title?: string | undefined;
}

export interface JudgedTurn {
  isFromUser: boolean;
  text: string;
}

/** All that a judge may need of one reply. */
export interface Matter {
  question: string;
  reply: string;
  /** What stood in the thread of the reply before the question, oldest first. */
  earlier: readonly JudgedTurn[];
  sources: readonly JudgedSource[];
}

/** How much of a part is sent: characters of question and reply, turns and sources in pieces. */
export interface Cut {
  part: 'question' | 'reply' | 'earlier' | 'sources';
  sent: number;
  of: number;
}

const shareOfSources = 0.1;
const shareOfReply = 0.75;

/**
 * As much of the matter as fits into so many characters. The reply is what is judged, so it gives way last: it keeps at
 * least three quarters of the room, and the question has what it leaves. Earlier turns take what remains, the newest first.
 */
export function fitted(matter: Matter, maxCharacters: number): { matter: Matter; cuts: Cut[] } {
  const sources = upTo(matter.sources.map(plainSource), maxCharacters * shareOfSources, sizeOfSource);
  const room = maxCharacters - sumOf(sources.map(sizeOfSource));
  const forReply = Math.max(Math.floor(room * shareOfReply), room - matter.question.length);
  const reply = matter.reply.slice(0, forReply);
  const question = matter.question.slice(0, room - reply.length);
  const newestFirst = matter.earlier.toReversed();
  const earlier = upTo(newestFirst, room - reply.length - question.length, ({ text }) => text.length).toReversed();
  const cuts: Cut[] = [
    { part: 'question', sent: question.length, of: matter.question.length },
    { part: 'reply', sent: reply.length, of: matter.reply.length },
    { part: 'earlier', sent: earlier.length, of: matter.earlier.length },
    { part: 'sources', sent: sources.length, of: matter.sources.length },
  ];
  return { matter: { question, reply, earlier, sources }, cuts: cuts.filter(({ sent, of }) => sent < of) };
}

/** The first items that fit together. */
function upTo<T>(items: readonly T[], room: number, sizeOf: (item: T) => number): T[] {
  let left = room;
  const end = items.findIndex((item) => (left -= sizeOf(item)) < 0);
  return items.slice(0, end === -1 ? undefined : end);
}

/** An address through which a provider counts its readers would name the author of the reply. */
const redirects = /^https?:\/\/vertexaisearch\.cloud\.google\.com\//i;

/** A source without what would tell a judge which service wrote the reply. */
function plainSource({ url, title }: JudgedSource): JudgedSource {
  const address =
    url && !redirects.test(url) ? url.replace(/([?&])utm_source=[^&#]*&?/i, '$1').replace(/[?&]$/, '') : undefined;
  return { ...(title && { title }), ...(address && { url: address }) };
}

const sizeOfSource = ({ url = '', title = '' }: JudgedSource) => url.length + title.length;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
