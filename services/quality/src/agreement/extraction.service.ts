import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChatMessage } from '@polylogue/proto';
import type { CallingKey } from '@polylogue/service-kit';
import { spentOn } from '../judging/spent.rules.js';
import type { Claim, MapEnd } from './agreement-map.entity.js';
import { mostDisputedFirst } from './agreement.rules.js';
import { extractionSchema, readExtraction, readRequoting, requotingSchema } from './extraction-answer.rules.js';
import { extractionPrompt, labelled, repairOf, requotingPrompt } from './extraction-prompt.rules.js';
import type { Labelled, ReplyText } from './extraction-prompt.rules.js';
import {
  askFurther,
  ExtractorCalls,
  finderIn,
  firstTurns,
  talkOf,
  type Failure,
  type Talk,
} from './extractor-calls.service.js';
import { proveClaims, unprovenIn, withRequoted, type FindQuote } from './proof.rules.js';

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

/** The name of the task, by which its calls are estimated. */
export const extractionTask = 'extraction';

/** Has one service find the claims, with one more question at most, and finds its quotes in the replies. */
@Injectable()
export class ExtractionService {
  constructor(private readonly calls: ExtractorCalls) {}

  /** Undefined when the call was cut off on our side: why, the run knows. */
  async extract(request: ExtractionRequest): Promise<MapEnd | undefined> {
    const replies = labelled(request.replies, request.id);
    const talk = talkOf({ ...request, task: extractionTask }, promptOf(replies));
    const find = await finderIn(replies);
    const labels = request.replies.map(({ messageId }) => replies.find((each) => each.messageId === messageId)!.label);
    const found = await this.#claims(talk, labels, find);
    if (found === undefined || request.signal.aborted) return undefined;
    const spent = { ...spentOn(talk.ends), generation: talk.ends.at(-1)?.generation };
    if ('failed' in found) return { status: 'failed', ...found.failed, ...spent };
    return { status: 'completed', claims: mostDisputedFirst(found), ...spent };
  }

  async #claims(talk: Talk, labels: readonly string[], find: FindQuote): Promise<Claim[] | Failure | undefined> {
    const first = await this.calls.ask(talk, extractionSchema);
    if (first === undefined || 'failed' in first) return first;
    const read = readExtraction(first.text);
    if ('fault' in read) return this.#repaired(talk, read.fault, labels, find);
    const claims = proveClaims(read.value, labels, find);
    const unproven = unprovenIn(claims, labels);
    if (unproven.length === 0) return claims;
    askFurther(talk, requotingPrompt(unproven));
    const second = await this.calls.ask(talk, requotingSchema);
    if (second === undefined) return undefined;
    // Without an answer that can be used, these cells stay unproven: the others were paid for and hold.
    const again = 'text' in second ? readRequoting(second.text) : undefined;
    return again && 'value' in again ? withRequoted(claims, again.value, labels, find) : claims;
  }

  async #repaired(talk: Talk, fault: string, labels: readonly string[], find: FindQuote) {
    askFurther(talk, repairOf(fault));
    const second = await this.calls.ask(talk, extractionSchema);
    if (second === undefined || 'failed' in second) return second;
    const read = readExtraction(second.text);
    return 'value' in read ? proveClaims(read.value, labels, find) : this.calls.unreadable(talk, read.fault);
  }
}

/** What an extractor is sent first. */
export const firstMessages = (replies: readonly Labelled[]): ChatMessage[] => firstTurns(promptOf(replies));

const promptOf = (replies: readonly Labelled[]) => extractionPrompt(replies, randomBytes(16).toString('hex'));
