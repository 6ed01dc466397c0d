import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ChatRole, EndKind, type ChatMessage, type DispatchEnd, type Generation } from '@polylogue/proto';
import { Database, DispatchClient } from '@polylogue/service-kit';
import { currentRubric, rubrics } from '../rubric/rubrics.js';
import { answerSchema, readAnswer, type Verdict } from './answer.rules.js';
import { CallsRepository, type ClaimedCall, type NoVerdict } from './calls.repository.js';
import { promptOf, repairOf } from './prompt.rules.js';
import { noVerdict } from './reasons.rules.js';
import { spentOn, type Spent } from './spent.rules.js';

type Answer = { verdict: Verdict } | { none: NoVerdict; isRetryable: boolean };

/** How a judge answered, and what that took; `judge` is absent where no call came to an end. */
export type Outcome = Answer & { spent?: Spent; judge?: Generation | undefined };

const maxAnswer = 64 * 1024;
const turn = (role: ChatRole, content: string): ChatMessage => ({ role, content });

/** Has one judge assess one reply, with a second call when its answer cannot be read. */
@Injectable()
export class JudgeService {
  constructor(
    private readonly client: DispatchClient,
    private readonly calls: CallsRepository,
    private readonly database: Database,
  ) {}

  async judge(call: ClaimedCall, question: string, reply: string, signal: AbortSignal): Promise<Outcome> {
    const rubric = rubrics.find(({ version }) => version === call.rubricVersion) ?? currentRubric;
    const { system, user } = promptOf({ rubric, question, reply, mark: randomBytes(16).toString('hex') });
    const thread = [turn(ChatRole.SYSTEM, system), turn(ChatRole.USER, user)];
    const ends: DispatchEnd[] = [];
    const answer = await this.#answer(call, thread, ends, signal);
    return { ...answer, judge: ends.at(-1)?.generation, spent: spentOn(ends) };
  }

  async #answer(call: ClaimedCall, thread: ChatMessage[], ends: DispatchEnd[], signal: AbortSignal): Promise<Answer> {
    const first = await this.#dispatch(call, thread, ends, signal);
    if ('none' in first) return first;
    const read = readAnswer(first.text);
    if ('verdict' in read) return read;
    const said = first.text.trim() === '' ? [] : [turn(ChatRole.ASSISTANT, first.text)];
    const again = said.length > 0 ? [turn(ChatRole.USER, repairOf(read.fault))] : [];
    const second = await this.#dispatch(call, [...thread, ...said, ...again], ends, signal);
    if ('none' in second) return second;
    const repaired = readAnswer(second.text);
    if ('verdict' in repaired) return repaired;
    return { none: { code: 'unreadable_answer', sentence: noVerdict.unreadable(repaired.fault) }, isRetryable: false };
  }

  async #dispatch(call: ClaimedCall, messages: ChatMessage[], ends: DispatchEnd[], signal: AbortSignal) {
    await this.database.asWorker((tx) => this.calls.countCall(tx, call));
    let text = '';
    const tooLong = new AbortController();
    const outcome = await this.client.dispatch({
      // Temperature 0, so that verdicts vary little; the schema helps where the provider supports it.
      request: { aiService: call.assessor, messages, answerSchema, temperature: 0, withoutDefaults: true },
      onBehalfOf: call.userId,
      signal: AbortSignal.any([signal, tooLong.signal]),
      onText: (more) => {
        text += more;
        if (text.length > maxAnswer) tooLong.abort();
      },
    });
    if (outcome.kind === 'ended') {
      ends.push(outcome.end);
      return outcome.end.kind === EndKind.COMPLETED ? { text } : noAnswer(outcome.end);
    }
    if (tooLong.signal.aborted) {
      return { none: { code: 'answer_too_long', sentence: noVerdict.tooLong }, isRetryable: false };
    }
    if (outcome.error !== undefined) throw outcome.error;
    return noAnswer(undefined);
  }
}

function noAnswer(end: DispatchEnd | undefined): Extract<Answer, { none: NoVerdict }> {
  const {
    code = 'broken_stream',
    sentence = 'The judge did not answer to the end.',
    retryable = true,
  } = end?.error ?? {};
  // A judge that broke off may be called again: no user has seen any of its answer.
  return { none: { code, sentence }, isRetryable: retryable || end?.kind === EndKind.INTERRUPTED };
}
