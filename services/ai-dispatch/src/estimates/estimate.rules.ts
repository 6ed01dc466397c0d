import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { contractLimits } from '@polylogue/proto';
import { bytesOfPictures } from '../limits/estimate.rules.js';
import { costOfTokens, type Micros, type TokenPrice } from '../prices/micros.rules.js';
import { supportedSettings } from '../providers/supported-settings.rules.js';

/** A call that has completed; what is null was not counted. */
export interface RecentCall {
  sentBytes: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  totalMs: number | null;
}

interface TokenRange {
  low: number;
  high: number;
}

/** How a service has replied lately. */
export interface Habits {
  bytesPerToken: number;
  answer: TokenRange;
  /** The median; undefined without recent calls. */
  typicalMs: number | undefined;
}

/** A call that may be made. */
export interface PlannedCall {
  /** Of the thread, the message and the instructions. */
  bytes: number;
  /** Of a file that was not read yet: its text may be all of it or next to nothing. */
  fileBytes?: number;
  /** The longest answer, in tokens. */
  maxOutputTokens?: number | undefined;
  /** Which task of the product's own it is made for: what administrators set as defaults is left out. */
  task?: string | undefined;
}

export interface CostRange {
  lowMicros: Micros;
  highMicros: Micros;
}

const maxTaskLength = 32;

/** Whether this may name a task of the product's own. */
export const isTask = (name: string): boolean => name !== '' && name.length <= maxTaskLength;

/** Four bytes make a token of English; it is what a service without recent calls is taken to do. */
const usualBytesPerToken = 4;
/** What a vendor adds to the input by itself, such as pages it searched, must not pass for a way of counting. */
const plausibleBytesPerToken = { min: 1, max: 8 };
/** Fewer calls say little about the next one. */
const manyCalls = 5;

/** @param expectedTokens the length of an answer that nothing is known about. */
export function habitsOf(calls: readonly RecentCall[], expectedTokens: number): Habits {
  return {
    bytesPerToken: bytesPerTokenOf(calls),
    answer: answerOf(known(calls, 'outputTokens'), expectedTokens),
    typicalMs: percentile(known(calls, 'totalMs'), 0.5),
  };
}

/** From the price of a short answer to that of a long one. */
export function estimateCost(
  price: TokenPrice,
  { bytesPerToken, answer }: Pick<Habits, 'bytesPerToken' | 'answer'>,
  { bytes, fileBytes = 0, maxOutputTokens = Infinity }: PlannedCall,
): CostRange {
  const inputOf = (sent: number) => Math.ceil(sent / bytesPerToken);
  return {
    lowMicros: costOfTokens(price, inputOf(bytes), Math.min(answer.low, maxOutputTokens)),
    highMicros: costOfTokens(price, inputOf(bytes + fileBytes), Math.min(answer.high, maxOutputTokens)),
  };
}

/** What is planned, with what administrators set for the service: its instructions and its longest answer. */
export function withAnswerSettings(
  call: PlannedCall,
  { answerDefaults, answerLimits }: Pick<AiServiceEntry, 'answerDefaults' | 'answerLimits'>,
): PlannedCall {
  const defaults = call.task === undefined ? answerDefaults : undefined;
  const { maxOutputTokens = defaults?.maxOutputTokens ?? Infinity } = call;
  return {
    ...call,
    bytes: call.bytes + Buffer.byteLength(defaults?.systemPrompt ?? ''),
    maxOutputTokens: Math.min(maxOutputTokens, answerLimits?.maxOutputTokens ?? Infinity),
  };
}

/** With the pictures of the thread, and those that may come with the message: the newest go with a call. */
export function withPictures(
  { bytes, fileBytes = 0, ...call }: PlannedCall,
  { pictures = 0, filePictures = 0 }: { pictures?: number | undefined; filePictures?: number | undefined },
): PlannedCall {
  const sure = Math.min(pictures, contractLimits.pictures);
  const maxPictures = Math.min(pictures + filePictures, contractLimits.pictures);
  return { ...call, bytes: bytes + bytesOfPictures(sure), fileBytes: fileBytes + bytesOfPictures(maxPictures - sure) };
}

function bytesPerTokenOf(calls: readonly RecentCall[]): number {
  const counted = calls.filter(({ sentBytes, inputTokens }) => sentBytes !== null && inputTokens !== null);
  const sum = (key: 'sentBytes' | 'inputTokens') => counted.reduce((total, call) => total + (call[key] ?? 0), 0);
  const tokens = sum('inputTokens');
  if (tokens === 0) return usualBytesPerToken;
  const { min, max } = plausibleBytesPerToken;
  return Math.min(max, Math.max(min, sum('sentBytes') / tokens));
}

/** Three in five answers are between a fifth and four fifths of the way from the shortest to the longest. */
function answerOf(lengths: readonly number[], expectedTokens: number): TokenRange {
  const [low, high] = [percentile(lengths, 0.2), percentile(lengths, 0.8)];
  if (low === undefined || high === undefined) {
    return { low: Math.ceil(expectedTokens / 4), high: expectedTokens };
  }
  if (lengths.length >= manyCalls) return { low, high };
  return { low: Math.floor(low / 2), high: high * 2 };
}

const known = (calls: readonly RecentCall[], key: keyof RecentCall): number[] =>
  calls.flatMap((call) => call[key] ?? []);

/** The value that so large a part of them does not exceed. */
export function percentile(values: readonly number[], part: number): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)];
}

/** Whether a call may search the web: as is wanted of it, or as its service does by itself where it is no task of the product's own. */
export function maySearch(
  { webSearch, task }: { webSearch?: boolean | undefined; task?: string | undefined },
  service: AiServiceEntry,
): boolean {
  const byItself = task === undefined && service.answerDefaults?.webSearch === true;
  return (webSearch ?? byItself) && supportedSettings(service).webSearch;
}
