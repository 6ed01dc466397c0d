import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Category, serviceOf, type AiService } from '@polylogue/proto';
import { CatalogClient, type CallingKey } from '@polylogue/service-kit';
import { shuffled } from '../judging/shuffle.rules.js';
import { spentOn, type Spent } from '../judging/spent.rules.js';
import { extractorGone, noExtractor, notRead } from './agreement.errors.js';
import type { Claim } from './agreement-map.entity.js';
import { DefaultExtractorService } from './default-extractor.service.js';
import { extractorFor, usable } from './extractor.rules.js';
import { readingSchema, readReading, readRequoting, requotingSchema, type Reading } from './extraction-answer.rules.js';
import { requotingPrompt } from './extraction-prompt.rules.js';
import { askFurther, ExtractorCalls, finderIn, talkOf, type Talk } from './extractor-calls.service.js';
import { proveClaims, unprovenIn, withRequoted, type FindQuote } from './proof.rules.js';
import { readingPrompt, readingRepairOf, type ReadingTask } from './reading-prompt.rules.js';

/** A text to read. */
export interface TextToRead {
  id: string;
  text: string;
  aiService: string;
}

export interface ReadingRequest extends ReadingTask {
  userId: string;
  apiKey?: CallingKey | undefined;
  texts: readonly TextToRead[];
  extractor?: string | undefined;
  /** No other service may read. */
  onlyExtractor?: boolean | undefined;
  signal: AbortSignal;
}

/** Who wrote the texts, and who may read them. */
type Readers = Pick<ReadingRequest, 'extractor' | 'onlyExtractor'> & { texts: readonly { aiService: string }[] };

/** The known claims in their order, then further ones; each with a cell for each text, in the order of the texts. */
export interface ReadingResult extends Spent {
  extractor: string;
  claims: Claim[];
}

/** The name of the task, by which its calls are estimated. */
export const readingTask = 'reading';

/** Reads what texts claim: like an agreement map, but of known claims first, and without keeping anything. */
@Injectable()
export class ClaimReadingService {
  constructor(
    private readonly calls: ExtractorCalls,
    private readonly catalog: CatalogClient,
    private readonly defaultExtractor: DefaultExtractorService,
  ) {}

  /** Undefined when the caller went. */
  async read(request: ReadingRequest): Promise<ReadingResult | undefined> {
    const extractor = readerOf(request, await this.catalog.list(), await this.defaultExtractor.chosen());
    const seed = randomBytes(16).toString('hex');
    const shown = shuffled(request.texts, ({ id }) => id, seed).map(({ id, text }, index) => ({
      id,
      label: `R${index + 1}`,
      content: text,
    }));
    const labels = request.texts.map(({ id }) => shown.find((each) => each.id === id)!.label);
    const prompt = readingPrompt(request, shown, randomBytes(16).toString('hex'));
    const talk = talkOf({ ...request, extractor, task: readingTask }, prompt);
    const found = await this.#claims(talk, request, labels, await finderIn(shown));
    if (found === undefined || request.signal.aborted) return undefined;
    if ('failed' in found) throw notRead(found.failed.errorCode, found.failed.error);
    return { extractor, claims: found, ...spentOn(talk.ends) };
  }

  async #claims(talk: Talk, task: ReadingTask, labels: readonly string[], find: FindQuote) {
    const first = await this.calls.ask(talk, readingSchema);
    if (first === undefined || 'failed' in first) return first;
    const read = readReading(first.text);
    if ('fault' in read) return this.#repaired(talk, task, read.fault, labels, find);
    const claims = provenReading(read.value, task, labels, find);
    const unproven = unprovenIn(claims, labels);
    if (unproven.length === 0) return claims;
    askFurther(talk, requotingPrompt(unproven));
    const second = await this.calls.ask(talk, requotingSchema);
    if (second === undefined) return undefined;
    // Without an answer that can be used, these cells stay unproven: the others were paid for and hold.
    const again = 'text' in second ? readRequoting(second.text) : undefined;
    return again && 'value' in again ? withRequoted(claims, again.value, labels, find) : claims;
  }

  async #repaired(talk: Talk, task: ReadingTask, fault: string, labels: readonly string[], find: FindQuote) {
    askFurther(talk, readingRepairOf(fault));
    const second = await this.calls.ask(talk, readingSchema);
    if (second === undefined || 'failed' in second) return second;
    const read = readReading(second.text);
    if ('value' in read) return provenReading(read.value, task, labels, find);
    return this.calls.unreadable(talk, read.fault);
  }
}

function provenReading(
  { known = [], claims = [] }: Reading,
  task: ReadingTask,
  labels: readonly string[],
  find: FindQuote,
): Claim[] {
  const repliesByClaim = new Map(known.map(({ claim, replies }) => [claim, replies]));
  const listed = task.known.map((claim, index) => ({ claim, replies: repliesByClaim.get(index + 1) ?? [] }));
  return proveClaims({ claims: [...listed, ...(task.onlyKnown ? [] : claims)] }, labels, find);
}

/**
 * The same reader as before where it can be reached: another one reads otherwise, which is no change of the answers. Of one that
 * was chosen nobody takes the place.
 * @param preferred the administrators' choice.
 */
export function readerOf(
  { extractor: wanted, onlyExtractor, texts }: Readers,
  services: readonly AiService[],
  preferred: string | undefined,
): string {
  const named = services.filter(({ name }) => name === wanted);
  if (wanted !== undefined && onlyExtractor) {
    if (named[0]?.category !== Category.TEXT) throw extractorGone(wanted);
    return wanted;
  }
  const authors = texts.map(({ aiService }) => serviceOf(aiService));
  const found = usable(services, wanted) ?? extractorFor(services, authors, preferred);
  if (found?.category !== Category.TEXT) throw noExtractor();
  return found.name;
}
