import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { wholePlainText } from '@polylogue/markdown/plain-text';
import { EndKind, type ChatMessage, type DispatchEnd } from '@polylogue/proto';
import { AppError, DispatchClient, type CallingKey, type DispatchOutcome } from '@polylogue/service-kit';
import { firstTurns } from '../agreement/extractor-calls.service.js';
import { LineReader } from './line-reader.rules.js';
import type { AnswerEnd, WrittenSentence } from './merged-answer.entity.js';
import { noAnswer } from './merged-answers.errors.js';
import { writingPrompt, type WritingMatter } from './writing-prompt.rules.js';

/** What is to be written, by whom and for whom. */
export interface WritingRequest {
  userId: string;
  /** By which it was asked for. */
  apiKey?: CallingKey | undefined;
  writer: string;
  matter: WritingMatter;
  signal: AbortSignal;
  /** Called with each sentence once it does not change any more. */
  onSentences: (sentences: readonly WrittenSentence[]) => void;
}

/** The name of the task, by which its calls are estimated. */
export const writingTask = 'writing';

const maxAnswer = 64 * 1024;

/** Has one service write the answer, in one call. */
@Injectable()
export class WritingService {
  constructor(private readonly client: DispatchClient) {}

  /** Undefined when the call was cut off on our side: why, the run knows. */
  async write({ userId, apiKey, writer, matter, signal, onSentences }: WritingRequest): Promise<AnswerEnd | undefined> {
    const reader = new LineReader(new Set(matter.claims.keys()), wholePlainText);
    const messages = writerMessages(matter);
    const tooLong = new AbortController();
    const seen = { characters: 0, sentences: 0, cited: 0 };
    const pass = (sentences: readonly WrittenSentence[]) => {
      seen.sentences += sentences.length;
      seen.cited += sentences.filter(({ claims }) => claims.length > 0).length;
      if (sentences.length > 0) onSentences(sentences);
    };
    const outcome = await this.client.dispatch({
      request: { aiService: writer, messages, temperature: 0, withoutDefaults: true, task: writingTask },
      onBehalfOf: userId,
      apiKey,
      signal: AbortSignal.any([signal, tooLong.signal]),
      onText: (text) => {
        seen.characters += text.length;
        if (seen.characters > maxAnswer) tooLong.abort();
        else pass(reader.take(text));
      },
    });
    if (signal.aborted) return undefined;
    const end = tooLong.signal.aborted ? failed('answer_too_long', noAnswer.tooLong) : endOf(outcome);
    pass(reader.end({ isWhole: end.status === 'completed' && end.stopReason === undefined }));
    if (end.status !== 'completed' || seen.cited > 0) return end;
    const [code, why] = seen.sentences === 0 ? ['empty_answer', noAnswer.empty] : ['uncited_answer', noAnswer.uncited];
    return { ...end, ...failed(code!, why!) };
  }
}

/** What a writer is sent. */
export const writerMessages = (matter: WritingMatter): ChatMessage[] =>
  firstTurns(writingPrompt(matter, randomBytes(16).toString('hex')));

const failed = (errorCode: string, error: string) => ({ status: 'failed' as const, errorCode, error });

function endOf(outcome: DispatchOutcome): AnswerEnd {
  if (outcome.kind === 'ended') return endOfCall(outcome.end);
  if (AppError.is(outcome.error)) return failed(outcome.error.code, outcome.error.sentence);
  return failed('broken_stream', noAnswer.broken);
}

function endOfCall({ kind, error, stopReason, usage, cost, generation }: DispatchEnd): AnswerEnd {
  const spent = { usage, cost, generation, stopReason: stopReason === 'stop' ? undefined : stopReason };
  if (kind === EndKind.COMPLETED) return { status: 'completed', ...spent };
  return { ...failed(error?.code ?? 'broken_stream', error?.sentence ?? noAnswer.broken), ...spent };
}
