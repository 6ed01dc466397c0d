import { setImmediate as breathe } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { wholePlainText } from '@polylogue/markdown/plain-text';
import { ChatRole, EndKind, type ChatMessage, type DispatchEnd } from '@polylogue/proto';
import { AppError, DispatchClient, LOGGER, type CallingKey, type Logger } from '@polylogue/service-kit';
import { noMap } from './agreement.errors.js';
import type { Prompt } from './extraction-prompt.rules.js';
import type { FindQuote } from './proof.rules.js';
import { QuoteFinder } from './quotes.rules.js';

/** Who is asked, for whom, and until when. */
export interface TalkOptions {
  userId: string;
  apiKey?: CallingKey | undefined;
  extractor: string;
  /** The name of the task, by which its calls are estimated. */
  task: string;
  signal: AbortSignal;
}

/** One conversation with an extractor. */
export interface Talk extends TalkOptions {
  thread: ChatMessage[];
  ends: DispatchEnd[];
}

/** Why an extractor gave nothing that can be used. */
export type Failure = { failed: { errorCode: string; error: string } };
type Answer = { text: string } | Failure;

const maxAnswer = 256 * 1024;
/** Of a reply's plain text what is searched: more than the extractor was sent. */
const maxSearched = 32_000;

export const failed = (errorCode: string, error: string): Failure => ({ failed: { errorCode, error } });

export const talkOf = (options: TalkOptions, prompt: Prompt): Talk => ({
  ...options,
  thread: firstTurns(prompt),
  ends: [],
});

/** What a service is sent first. */
export const firstTurns = ({ system, user }: Prompt): ChatMessage[] => [
  turn(ChatRole.SYSTEM, system),
  turn(ChatRole.USER, user),
];

/** Adds a message to a talk. After an answer without text the question is put again as it was: no provider takes two messages of a user in a row. */
export function askFurther(talk: Talk, question: string): void {
  if (talk.thread.at(-1)?.role === ChatRole.ASSISTANT) talk.thread.push(turn(ChatRole.USER, question));
}

/** Calls extractors. */
@Injectable()
export class ExtractorCalls {
  constructor(
    private readonly client: DispatchClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One call; what was answered joins the thread. Undefined when it was cut off on our side. */
  async ask({ thread, ends, extractor, task, userId, apiKey, signal }: Talk, answerSchema: string) {
    let text = '';
    const tooLong = new AbortController();
    const outcome = await this.client.dispatch({
      request: {
        aiService: extractor,
        messages: [...thread],
        answerSchema,
        temperature: 0,
        withoutDefaults: true,
        task,
      },
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

  /** What is wrong with the last answer of a talk is for the log: no user can act on it. */
  unreadable({ extractor, task }: Talk, fault: string): Failure {
    this.logger.warn({ aiService: extractor, task, fault }, 'reading the answer of an extractor failed');
    return failed('unreadable_answer', noMap.unreadable);
  }
}

/** A message of a thread with a service. */
const turn = (role: ChatRole, content: string): ChatMessage => ({
  role,
  // Postgres cannot store NUL, and no text has a use for it.
  content: content.replaceAll('\0', '\uFFFD'),
});

function answerOf({ kind, error }: DispatchEnd, text: string): Answer {
  if (kind === EndKind.COMPLETED) return { text: text.replaceAll('\0', '\uFFFD') };
  return failed(error?.code ?? 'broken_stream', error?.sentence ?? noMap.broken);
}

/** Prepares the replies for the search, one at a time: long ones must not hold up what else this process does. */
export async function finderIn(replies: readonly { label: string; content: string }[]): Promise<FindQuote> {
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
