import { providers, type ProviderName } from '../catalog/providers.js';
import { failures, type FailureCode } from '../providers/failures.rules.js';
import type { HttpClient } from '../providers/http.client.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { MediaKind, EndPart, ReplyPart, SourcePart } from '../providers/provider.js';
import type { Scene, Situation } from './stand.js';

/** What came of one request. */
export interface Seen {
  texts: string[];
  /** Kinds of what was made, with their sizes in bytes. */
  made: { kind: MediaKind; size: number }[];
  ends: EndPart[];
  /** The models that the vendor said answered. */
  models: string[];
  sources: Omit<SourcePart, 'type'>[];
  reasoning: string;
  /** Parts that came after the end. */
  late: number;
  thrown: unknown;
  /** From the moment the signal aborted to the end of the stream. */
  stoppedInMs: number | undefined;
}

/** One thing every adapter does. */
export interface Rule {
  id: string;
  title: string;
  situation: Situation;
  /** When to abort: at the first part, or before anything comes. */
  abort?: 'at-first-part' | 'while-waiting';
  /** What is wrong; nothing when the rule is kept. */
  check: (seen: Seen) => string | undefined;
}

const waitMs = 300;
const maxStopMs = 1_000;

const codeOf = ({ thrown }: Seen) => (thrown instanceof ProviderError ? thrown.failure.code : undefined);
const fails = (code: FailureCode) => (seen: Seen) =>
  codeOf(seen) === code
    ? undefined
    : `expected ${code}, saw ${codeOf(seen) ?? (seen.thrown ? 'another error' : 'none')}`;
const failsWithText = (code: FailureCode) => (seen: Seen) =>
  fails(code)(seen) ?? (seen.ends.length > 0 ? 'there was an end beside the failure' : undefined);
const replied = (seen: Seen) => (seen.thrown === undefined ? undefined : `failed with ${codeOf(seen) ?? 'an error'}`);
const stopped = (seen: Seen) => {
  if (seen.stoppedInMs === undefined) return 'it ended before it was stopped';
  return seen.stoppedInMs <= maxStopMs ? undefined : `stopped only after ${Math.round(seen.stoppedInMs)} ms`;
};

const makes = (kind: MediaKind) => (seen: Seen) => {
  const fault = replied(seen);
  if (fault !== undefined) return fault;
  if (!seen.made.some((each) => each.kind === kind && each.size > 0)) return `no ${kind} came`;
  return seen.ends.length === 1 && seen.late === 0 ? undefined : 'it did not end properly';
};

/** Every adapter keeps these. */
export const rules: readonly Rule[] = [
  {
    id: 'streams',
    title: 'text comes in pieces, then exactly one end',
    situation: 'hello',
    check: (seen) => {
      if (seen.texts.join('').trim() === '') return replied(seen) ?? 'no text came';
      if (seen.ends.length !== 1 || seen.late > 0) return `${seen.ends.length} ends, ${seen.late} parts after them`;
      return replied(seen);
    },
  },
  {
    id: 'usage',
    title: 'tokens in and out are reported, as the vendor counted',
    situation: 'hello',
    check: ({ ends: [end] }) => {
      const { inputTokens, outputTokens } = end?.usage ?? {};
      return inputTokens !== undefined && outputTokens !== undefined ? undefined : 'no usage came';
    },
  },
  {
    id: 'stop-reason',
    title: 'why the model stopped is reported',
    situation: 'hello',
    check: ({ ends: [end] }) => (end?.stopReason === 'stop' ? undefined : `saw ${end?.stopReason ?? 'none'}`),
  },
  {
    id: 'model',
    title: 'which model answered is reported',
    situation: 'named',
    check: ({ models }) => (models.length > 0 ? undefined : 'no model was reported'),
  },
  {
    id: 'sources',
    title: 'what the answer draws on is kept, with addresses and titles',
    situation: 'sourced',
    check: (seen) => {
      const isWhole = seen.sources.some(({ url, title }) => url?.startsWith('https://') && title);
      return replied(seen) ?? (isWhole ? undefined : 'no source came');
    },
  },
  {
    id: 'reasoning',
    title: 'reasoning comes apart from the text',
    situation: 'reasoned',
    check: (seen) => {
      const { reasoning, texts } = seen;
      if (reasoning === '') return replied(seen) ?? 'no reasoning came';
      return texts.join('').includes(reasoning) ? 'it stands in the text' : replied(seen);
    },
  },
  {
    id: 'silent-end',
    title: 'a stream without its end marker is broken',
    situation: 'silent-end',
    check: failsWithText('broken_stream'),
  },
  {
    id: 'cut',
    title: 'a line that is cut is a broken stream',
    situation: 'cut',
    check: failsWithText('broken_stream'),
  },
  {
    id: 'malformed',
    title: 'what cannot be read is a broken stream',
    situation: 'malformed',
    check: failsWithText('broken_stream'),
  },
  { id: '401', title: 'a refused key is told apart', situation: '401', check: fails('invalid_key') },
  { id: '404', title: 'an unknown model is told apart', situation: '404', check: fails('refused') },
  {
    id: '429',
    title: 'a full vendor is asked again, when it says',
    situation: '429',
    check: (seen) => {
      const wait = seen.thrown instanceof ProviderError ? seen.thrown.retryAfterMs : undefined;
      return fails('rate_limited')(seen) ?? (wait === undefined ? 'Retry-After was not read' : undefined);
    },
  },
  {
    id: '500',
    title: 'a fault of the vendor is asked again',
    situation: '500',
    check: (seen) => fails('provider_error')(seen) ?? (failures.providerError.retryNow ? undefined : 'it is not'),
  },
  {
    id: 'html',
    title: 'a web page, or another document in place of a stream, is refused',
    situation: 'html',
    check: fails('refused'),
  },
  { id: 'redirect', title: 'a redirect is not followed', situation: 'redirect', check: fails('refused') },
  {
    id: 'cancel',
    title: 'a reply stops within a second of being cancelled',
    situation: 'slow',
    abort: 'at-first-part',
    check: stopped,
  },
  {
    id: 'deadline',
    title: 'waiting for the first token can be given up',
    situation: 'hang',
    abort: 'while-waiting',
    check: stopped,
  },
  { id: 'picture', title: 'a picture comes as its bytes', situation: 'picture', check: makes('image') },
  { id: 'sound', title: 'a sound comes as its bytes', situation: 'sound', check: makes('audio') },
  { id: 'film', title: 'a film is waited for and comes as its bytes', situation: 'film', check: makes('video') },
];

/** Sends the request of a rule and records what came. Never throws. */
export async function watch(rule: Rule, protocol: ProviderName, scene: Scene, http: HttpClient): Promise<Seen> {
  const seen = nothingSeen();
  const stop = new AbortController();
  let abortedAt: number | undefined;
  const abort = () => {
    abortedAt ??= performance.now();
    stop.abort(new ProviderError('firstTokenTimeout'));
  };
  const timer = rule.abort === 'while-waiting' ? setTimeout(abort, waitMs) : undefined;
  try {
    const provider = providers[protocol].create(scene.target, http);
    const request = { messages: [{ role: 'user' as const, content: scene.prompt }], connectMs: 10_000 };
    for await (const part of provider.stream(request, stop.signal)) {
      take(part, seen);
      if (rule.abort === 'at-first-part') abort();
    }
  } catch (thrown) {
    seen.thrown = thrown;
  } finally {
    clearTimeout(timer);
  }
  if (abortedAt !== undefined) seen.stoppedInMs = performance.now() - abortedAt;
  return seen;
}

const nothingSeen = (): Seen => ({
  texts: [],
  made: [],
  ends: [],
  models: [],
  sources: [],
  reasoning: '',
  late: 0,
  thrown: undefined,
  stoppedInMs: undefined,
});

function take(part: ReplyPart, seen: Seen): void {
  if (seen.ends.length > 0) seen.late += 1;
  if (part.type === 'text') seen.texts.push(part.text);
  if (part.type === 'source') seen.sources.push(part);
  if (part.type === 'reasoning') seen.reasoning += part.text;
  if (part.type === 'metadata' && part.responseModel) seen.models.push(part.responseModel);
  if (part.type === 'media') seen.made.push({ kind: part.kind, size: part.bytes.length });
  if (part.type === 'end') seen.ends.push(part);
}
