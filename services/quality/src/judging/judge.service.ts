import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ChatRole, EndKind, type ChatMessage, type DispatchEnd, type Generation } from '@polylogue/proto';
import { Database, DispatchClient, LOGGER, waitForDatabase } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { AppliedRubric } from '../rubric/applied-rubric.js';
import { answerSchemaOf, readAnswer, type Verdict } from './answer.rules.js';
import { CallsRepository, type ClaimedCall, type NoVerdict } from './calls.repository.js';
import type { CallAnswer } from './call-answer.js';
import { fitted, type Cut, type Matter } from '../prompt/matter.rules.js';
import { medianVerdict } from './median.rules.js';
import { promptOf, repairOf } from '../prompt/prompt.rules.js';
import { isRefusedUnasked, noVerdict } from './reasons.rules.js';
import { spentOn, type Spent } from './spent.rules.js';

type Answer = { verdict: Verdict } | { none: NoVerdict; isRetryable: boolean };

/** How a judge answered, and what that took; `judge` is absent where no call came to an end. */
export type Outcome = Answer & {
  rubric: AppliedRubric;
  spent?: Spent;
  judge?: Generation | undefined;
  cuts: readonly Cut[];
  /** Of how many answers the scores are the medians. */
  answers?: number;
};

/** What a judge is asked: about which matter, by what, and how much of it at most. */
export interface Task {
  rubric: AppliedRubric;
  matter: Matter;
  maxCharacters: number;
}

/** One call of a judge, with what all calls of its run share. */
interface JudgeContext {
  call: ClaimedCall;
  rubric: AppliedRubric;
  /** What was answered before this process took over; it stands for the first calls. */
  received: CallAnswer[];
  ends: DispatchEnd[];
  signal: AbortSignal;
}

/** It is another process' by now, or its user does not want it any more. */
export class CallGone extends Error {}

const maxAnswer = 64 * 1024;
const turn = (role: ChatRole, content: string): ChatMessage => ({ role, content });

/** Has one judge assess one reply, with a second call when its answer cannot be read. */
@Injectable()
export class JudgeService {
  constructor(
    private readonly client: DispatchClient,
    private readonly calls: CallsRepository,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async judge(call: ClaimedCall, { rubric, matter, maxCharacters }: Task, signal: AbortSignal): Promise<Outcome> {
    const { answers: repeats } = call;
    const sent = fitted(matter, maxCharacters);
    const context: JudgeContext = { call, rubric, received: [...call.received], ends: [], signal };
    const verdicts: Verdict[] = [];
    let failure: Answer | undefined;
    // One after the other, each with marks of its own: a judge that is away is found out at the first.
    for (let asked = 0; asked < repeats && failure === undefined; asked++) {
      const { system, user } = promptOf({ rubric, ...sent, mark: randomBytes(16).toString('hex') });
      const answer = await this.#answer(context, [turn(ChatRole.SYSTEM, system), turn(ChatRole.USER, user)]);
      if ('verdict' in answer) verdicts.push(answer.verdict);
      else failure = answer;
    }
    const { ends } = context;
    const about = { rubric, cuts: sent.cuts, judge: ends.at(-1)?.generation, spent: spentOn(ends) };
    const [first, ...others] = verdicts;
    // What most answers say stands, also where a later one could not be had.
    if (!first || verdicts.length * 2 <= repeats) return { ...(failure ?? unanswered), ...about };
    return { verdict: medianVerdict([first, ...others], rubric), answers: verdicts.length, ...about };
  }

  async #answer(context: JudgeContext, thread: ChatMessage[]): Promise<Answer> {
    const { rubric } = context;
    const first = await this.#dispatch(context, thread);
    if ('none' in first) return first;
    const read = readAnswer(first.text, rubric);
    if ('verdict' in read) return read;
    const said = first.text.trim() === '' ? [] : [turn(ChatRole.ASSISTANT, first.text)];
    const again = said.length > 0 ? [turn(ChatRole.USER, repairOf(read.fault, rubric))] : [];
    const second = await this.#dispatch(context, [...thread, ...said, ...again]);
    if ('none' in second) return second;
    const repaired = readAnswer(second.text, rubric);
    if ('verdict' in repaired) return repaired;
    const { id, assessor } = context.call;
    this.logger.warn(
      { assessmentId: id, aiService: assessor, fault: repaired.fault },
      'reading the answer of a judge failed',
    );
    return { none: { code: 'unreadable_answer', sentence: noVerdict.unreadable }, isRetryable: false };
  }

  async #dispatch({ call, rubric, received, ends, signal }: JudgeContext, messages: ChatMessage[]) {
    const before = received.shift();
    if (before) {
      ends.push(before.end);
      return { text: before.text };
    }
    if (!(await this.database.asWorker((tx) => this.calls.countCall(tx, call)))) throw new CallGone();
    let text = '';
    const tooLong = new AbortController();
    const answerSchema = answerSchemaOf(rubric);
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
      if (isRefusedUnasked(outcome.end.error?.code)) {
        await this.database.asWorker((tx) => this.calls.uncountCall(tx, call));
      }
      if (outcome.end.kind !== EndKind.COMPLETED) return noAnswer(outcome.end);
      await this.#keep(call, { text, end: outcome.end }, signal);
      return { text };
    }
    if (tooLong.signal.aborted) {
      return { none: { code: 'answer_too_long', sentence: noVerdict.tooLong }, isRetryable: false };
    }
    if (outcome.error !== undefined) throw outcome.error;
    return noAnswer(undefined);
  }

  // It was paid for, so it waits for a Postgres that is away.
  #keep(call: ClaimedCall, answer: CallAnswer, signal: AbortSignal): Promise<void> {
    return waitForDatabase(() => this.database.asWorker((tx) => this.calls.keepAnswer(tx, call, answer)), {
      isGivenUp: () => signal.aborted,
      onWait: (error) =>
        this.logger.warn({ err: error }, 'writing the answer of a judge failed; retrying until the database is back'),
    });
  }
}

const unanswered: Answer = noAnswer(undefined);

function noAnswer(end: DispatchEnd | undefined): Extract<Answer, { none: NoVerdict }> {
  const {
    code = 'broken_stream',
    sentence = 'The judge did not answer to the end.',
    retryable = true,
  } = end?.error ?? {};
  // A judge that broke off may be called again: no user has seen any of its answer.
  return { none: { code, sentence }, isRetryable: retryable || end?.kind === EndKind.INTERRUPTED };
}
