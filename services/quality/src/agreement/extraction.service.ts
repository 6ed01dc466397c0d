import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { wholePlainText } from '@polylogue/markdown/plain-text';
import { ChatRole, EndKind, type ChatMessage, type DispatchEnd } from '@polylogue/proto';
import { AppError, DispatchClient, type CallingKey } from '@polylogue/service-kit';
import { spentOn } from '../judging/spent.rules.js';
import type { Claim, MapEnd } from './agreement-map.entity.js';
import { noMap } from './agreement.errors.js';
import { mostDisputedFirst } from './agreement.rules.js';
import { extractionSchema, readExtraction, readRequoting, requotingSchema } from './extraction-answer.rules.js';
import { extractionPrompt, labelled, repairOf, requotingPrompt } from './extraction-prompt.rules.js';
import type { Labelled, ReplyText } from './extraction-prompt.rules.js';
import { proveClaims, unprovenIn, withRequoted, type FindQuote } from './proof.rules.js';
import { QuoteFinder } from './quotes.rules.js';

/** What is to be extracted, by whom and for whom. */
export interface ExtractionRequest {
  id: string;
  userId: string;
  /** By which it was asked for. */
  apiKey?: CallingKey | undefined;
  extractor: string;
  replies: readonly ReplyText[];
  signal: AbortSignal;
}

type Failure = { failed: Pick<MapEnd, 'error' | 'errorCode'> };
type Answer = { text: string } | Failure;

/** One conversation with an extractor. */
interface Talk extends ExtractionRequest {
  thread: ChatMessage[];
  ends: DispatchEnd[];
}

/** The name of the task, by which its calls are estimated. */
export const extractionTask = 'extraction';
const manner = { temperature: 0, withoutDefaults: true, task: extractionTask };

const maxAnswer = 256 * 1024;
/** Of a reply's plain text what is searched: more than the extractor was sent. */
const maxSearched = 32_000;
const failed = (errorCode: string, error: string): Failure => ({ failed: { errorCode, error } });

/** Has one service find the claims, with one more question at most, and finds its quotes in the replies. */
@Injectable()
export class ExtractionService {
  constructor(private readonly client: DispatchClient) {}

  /** Undefined when the call was cut off on our side: why, the run knows. */
  async extract(request: ExtractionRequest): Promise<MapEnd | undefined> {
    const replies = labelled(request.replies, request.id);
    const talk: Talk = { ...request, thread: firstMessages(replies), ends: [] };
    const find = await finderIn(replies);
    const labels = request.replies.map(({ messageId }) => replies.find((each) => each.messageId === messageId)!.label);
    const found = await this.#claims(talk, labels, find);
    if (found === undefined || request.signal.aborted) return undefined;
    const spent = { ...spentOn(talk.ends), generation: talk.ends.at(-1)?.generation };
    if ('failed' in found) return { status: 'failed', ...found.failed, ...spent };
    return { status: 'completed', claims: mostDisputedFirst(found), ...spent };
  }

  async #claims(talk: Talk, labels: readonly string[], find: FindQuote): Promise<Claim[] | Failure | undefined> {
    const first = await this.#ask(talk, extractionSchema);
    if (first === undefined || 'failed' in first) return first;
    const read = readExtraction(first.text);
    if ('fault' in read) return this.#repaired(talk, read.fault, labels, find);
    const claims = proveClaims(read.value, labels, find);
    const unproven = unprovenIn(claims, labels);
    if (unproven.length === 0) return claims;
    talk.thread.push(turn(ChatRole.USER, requotingPrompt(unproven)));
    const second = await this.#ask(talk, requotingSchema);
    if (second === undefined) return undefined;
    // Without an answer that can be used, these cells stay unproven: the others were paid for and hold.
    const again = 'text' in second ? readRequoting(second.text) : undefined;
    return again && 'value' in again ? withRequoted(claims, again.value, labels, find) : claims;
  }

  async #repaired(talk: Talk, fault: string, labels: readonly string[], find: FindQuote) {
    // After an answer without text the question is put again as it was: no provider takes two messages of a user in a row.
    if (talk.thread.at(-1)?.role === ChatRole.ASSISTANT) talk.thread.push(turn(ChatRole.USER, repairOf(fault)));
    const second = await this.#ask(talk, extractionSchema);
    if (second === undefined || 'failed' in second) return second;
    const read = readExtraction(second.text);
    return 'value' in read
      ? proveClaims(read.value, labels, find)
      : failed('unreadable_answer', noMap.unreadable(read.fault));
  }

  /** One call; what was answered joins the thread. Undefined when it was cut off on our side. */
  async #ask(
    { thread, ends, extractor, userId, apiKey, signal }: Talk,
    answerSchema: string,
  ): Promise<Answer | undefined> {
    let text = '';
    const tooLong = new AbortController();
    const outcome = await this.client.dispatch({
      request: { aiService: extractor, messages: [...thread], answerSchema, ...manner },
      onBehalfOf: userId,
      apiKey,
      signal: AbortSignal.any([signal, tooLong.signal]),
      onText: (more) => {
        text += more;
        if (text.length > maxAnswer) tooLong.abort();
      },
    });
    if (signal.aborted) return undefined;
    if (outcome.kind === 'ended') {
      ends.push(outcome.end);
      if (text.trim() !== '') thread.push(turn(ChatRole.ASSISTANT, text));
      return answerOf(outcome.end, text);
    }
    if (tooLong.signal.aborted) return failed('answer_too_long', noMap.tooLong);
    if (AppError.is(outcome.error)) return failed(outcome.error.code, outcome.error.sentence);
    return failed('broken_stream', noMap.broken);
  }
}

/** What an extractor is sent first. */
export function firstMessages(replies: readonly Labelled[]): ChatMessage[] {
  const { system, user } = extractionPrompt(replies, randomBytes(16).toString('hex'));
  return [turn(ChatRole.SYSTEM, system), turn(ChatRole.USER, user)];
}

/** A message of a thread with a service. */
export const turn = (role: ChatRole, content: string): ChatMessage => ({
  role,
  // Postgres cannot store NUL, and no text has a use for it.
  content: content.replaceAll('\0', '\uFFFD'),
});

function answerOf({ kind, error }: DispatchEnd, text: string): Answer {
  if (kind === EndKind.COMPLETED) return { text: text.replaceAll('\0', '\uFFFD') };
  return failed(error?.code ?? 'broken_stream', error?.sentence ?? noMap.broken);
}

/** Prepares the replies for the search, one at a time: long ones must not hold up what else this process does. */
async function finderIn(replies: readonly { label: string; content: string }[]): Promise<FindQuote> {
  const finders = new Map<string, QuoteFinder>();
  for (const { label, content } of replies) {
    finders.set(label, new QuoteFinder(wholePlainText(content).slice(0, maxSearched)));
    await breathe();
  }
  return (label, quote) => {
    const finder = finders.get(label);
    const exact = finder?.findExactly(quote);
    if (exact) return exact;
    // Extractors copy Markdown along.
    const plain = wholePlainText(quote);
    return finder?.find(plain) ?? (plain === quote ? undefined : finder?.find(quote));
  };
}
