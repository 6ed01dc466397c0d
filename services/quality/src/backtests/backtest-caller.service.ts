import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ChatRole, EndKind, type ChatMessage, type DispatchEnd, type DispatchRequest } from '@polylogue/proto';
import { AppError, DispatchClient, LOGGER, type Logger } from '@polylogue/service-kit';
import { RepliesClient } from '../clients/replies.client.js';
import { SampleRoundsClient } from '../clients/sample-rounds.client.js';
import { CurrentSettings } from '../rubrics/current-settings.service.js';
import { candidateRequest } from './candidate-request.rules.js';
import { parts, type CallEnd, type Part } from './backtest.entity.js';
import { compareTask } from './backtest-plans.service.js';
import { noVerdict } from './backtests.errors.js';
import { comparePrompt, compareSchema, readComparison } from './compare-prompt.rules.js';
import type { CallSubject } from './running-calls.repository.js';

/** A call that is ready to be made. */
export interface ReadyCall {
  request: Omit<DispatchRequest, 'callId'>;
  maxAnswer: number;
  /** What a whole text amounts to. */
  read: (text: string) => CallEnd;
}

const maxReply = 1024 * 1024;
const maxVerdict = 64 * 1024;

/** Makes the calls of backtests, each once. */
@Injectable()
export class BacktestCaller {
  constructor(
    private readonly client: DispatchClient,
    private readonly rounds: SampleRoundsClient,
    private readonly replies: RepliesClient,
    private readonly settings: CurrentSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads what is sent; undefined when the round was deleted. Nothing is paid yet. */
  prepare(userId: string, part: Part, subject: CallSubject): Promise<ReadyCall | undefined> {
    return part === parts.candidate ? this.#toCandidate(userId, subject) : this.#toJudge(userId, part, subject);
  }

  /** Undefined when the call was cut off on our side: why, the run knows. */
  async call(
    userId: string,
    { request, maxAnswer, read }: ReadyCall,
    signal: AbortSignal,
  ): Promise<CallEnd | undefined> {
    let text = '';
    const tooLong = new AbortController();
    const outcome = await this.client.dispatch({
      request,
      onBehalfOf: userId,
      signal: AbortSignal.any([signal, tooLong.signal]),
      onText: (more) => {
        text += more;
        if (text.length > maxAnswer) tooLong.abort();
      },
    });
    if (outcome.kind === 'ended') return { ...endOf(outcome.end, text, read), ...spentBy(outcome.end) };
    if (signal.aborted) return undefined;
    if (tooLong.signal.aborted) return failed('answer_too_long', noVerdict.tooLong);
    return refused(outcome.error);
  }

  /** The context of the record, byte for byte. */
  async #toCandidate(userId: string, { messageId, candidate }: CallSubject): Promise<ReadyCall | undefined> {
    const context = await this.rounds.contextOf(userId, messageId);
    if (!context) return undefined;
    return {
      request: candidateRequest(candidate, context),
      maxAnswer: maxReply,
      read: (answer) =>
        answer.trim() === '' ? failed('empty_reply', noVerdict.empty) : { status: 'completed', answer },
    };
  }

  async #toJudge(userId: string, part: Part, subject: CallSubject): Promise<ReadyCall | undefined> {
    const { broadcastId, messageId, judge, answer } = subject;
    const found = await this.replies.find(userId, broadcastId, messageId);
    const reply = found?.replies.find((each) => each.messageId === messageId);
    if (!found || !reply?.content || answer === null) return undefined;
    const [first, second] = part === parts.candidateFirst ? [answer, reply.content] : [reply.content, answer];
    const matter = { question: found.question, earlier: reply.earlier, first, second };
    const { maxCharacters } = await this.settings.current();
    const { system, user } = comparePrompt(matter, maxCharacters, randomBytes(16).toString('hex'));
    return {
      request: {
        aiService: judge,
        messages: [turn(ChatRole.SYSTEM, system), turn(ChatRole.USER, user)],
        answerSchema: compareSchema,
        temperature: 0,
        withoutDefaults: true,
        task: compareTask,
      },
      maxAnswer: maxVerdict,
      read: (text) => {
        const said = readComparison(text, part);
        if (!('fault' in said)) return { status: 'completed', ...said };
        this.logger.warn({ aiService: judge, fault: said.fault }, 'reading the comparison of a judge failed');
        return failed('unreadable_answer', noVerdict.unreadable);
      },
    };
  }
}

const turn = (role: ChatRole, content: string): ChatMessage => ({ role, content });
const failed = (errorCode: string, error: string): CallEnd => ({ status: 'failed', errorCode, error });

function endOf({ kind, error }: DispatchEnd, text: string, read: ReadyCall['read']): CallEnd {
  if (kind === EndKind.COMPLETED) return read(text);
  const { code = 'broken_stream', sentence = noVerdict.broken } = error ?? {};
  return { ...failed(code, sentence), status: kind === EndKind.FAILED ? 'failed' : 'interrupted' };
}

/** Of a call that broke off nobody knows whether it was paid for. */
function refused(error: unknown): CallEnd {
  const isRefused = AppError.is(error) && error.kind !== 'unavailable';
  if (!isRefused) return { ...failed('broken_stream', noVerdict.broken), status: 'interrupted' };
  return failed(error.code, error.kind === 'not_found' ? noVerdict.serviceGone : error.sentence);
}

const spentBy = ({ cost, totalMs }: DispatchEnd) => ({
  costUsd: cost?.currency === 'USD' ? cost.amount : undefined,
  responseTimeMs: totalMs,
});
