import {
  ChatRole,
  contractLimits,
  costSource,
  endKind,
  type ChatMessage,
  type DispatchEvent,
  type DispatchRequest,
  type GenerationSettings,
} from '@polylogue/proto';
import type { JSONSchema7 } from '@ai-sdk/provider';
import type { Issue } from '@polylogue/service-kit';
import { z } from 'zod';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { isTask } from '../estimates/estimate.rules.js';
import { currency, fromMicros } from '../prices/micros.rules.js';
import type { CallCost } from '../prices/price.rules.js';
import { applicableSettings } from '../providers/supported-settings.rules.js';
import type { AskedMessage } from '../pictures/shown-pictures.rules.js';
import { reasoningEfforts, type CallSettings } from '../providers/provider.js';
import type { Progress } from './coalescer.js';
import { badDispatch } from './dispatch.errors.js';
import type { CallResult } from './call.js';

interface Prompt {
  messages: AskedMessage[];
  settings?: CallSettings;
  /** A task of the product's own: of the service's defaults only the temperature counts. */
  withoutDefaults?: boolean;
}

type ProtoPrompt = Pick<DispatchRequest, 'messages' | 'temperature' | 'settings' | 'withoutDefaults'>;

export interface DispatchInput extends Prompt {
  callId: string;
  aiService: string;
  answerSchema?: JSONSchema7;
  /** Whether the caller keeps what is no text. */
  keepsMedia?: boolean;
  /** Whether a run of the scheduler is to show what is no text. */
  isOfRun?: boolean;
  /** Which task of the product's own it is made for. */
  task?: string | undefined;
  /** Whether its user is not to know whom it goes to. */
  isBlind?: boolean | undefined;
}

const uuid = z.guid();

const roles: Partial<Record<ChatRole, AskedMessage['role']>> = {
  [ChatRole.SYSTEM]: 'system',
  [ChatRole.USER]: 'user',
  [ChatRole.ASSISTANT]: 'assistant',
};

export function fromProto(request: DispatchRequest): DispatchInput {
  const { callId, aiService, answerSchema, keepsMedia, task, blind: isBlind } = request;
  const issues: Issue[] = [];
  const fault = (path: string, message: string) => issues.push({ path, message });
  if (!uuid.safeParse(callId).success) fault('callId', 'The call id must be a uuid.');
  const prompt = readPrompt(request, fault);
  const schema = answerSchema === undefined ? undefined : readSchema(answerSchema);
  if (answerSchema !== undefined && !schema)
    fault('answerSchema', 'The answer schema must be a JSON object of at most 64 KiB.');
  if (task !== undefined && !isTask(task)) fault('task', 'A task has a name of at most 32 characters.');
  if (issues.length > 0) throw badDispatch(issues);
  // Without spreading: an object literal that spreads another and goes on takes microseconds, and this is done per call.
  const { messages, settings, withoutDefaults } = prompt;
  return { callId, aiService, messages, settings, withoutDefaults, answerSchema: schema, keepsMedia, task, isBlind };
}

/** What a service is asked, for a call that is only described. */
export function promptFromProto(request: ProtoPrompt): Prompt {
  const issues: Issue[] = [];
  const prompt = readPrompt(request, (path, message) => issues.push({ path, message }));
  if (issues.length > 0) throw badDispatch(issues);
  return prompt;
}

function readPrompt(request: ProtoPrompt, fault: (path: string, message: string) => void): Prompt {
  const { messages } = request;
  const thread = messages.map(toThreadMessage);
  const last = thread.at(-1);
  if (thread.includes(undefined)) fault('messages', 'Each message needs a role.');
  if (last?.role !== 'user') fault('messages', 'The thread must close with a message of the user.');
  if (last?.content.trim() === '') fault('messages', 'The message is empty.');
  // No vendor takes an empty message; an earlier reply that brought nothing is none.
  const kept = thread.filter((message): message is AskedMessage => message !== undefined && message.content !== '');
  return { messages: kept, settings: readSettings(request, fault), withoutDefaults: request.withoutDefaults ?? false };
}

function readSettings(
  { temperature, settings: wanted }: ProtoPrompt,
  fault: (path: string, message: string) => void,
): CallSettings | undefined {
  if (wanted === undefined && temperature === undefined) return undefined;
  const settings = { ...fromSettings(wanted), temperature: wanted?.temperature ?? temperature };
  const { data, error } = callSettings.safeParse(settings);
  for (const { path, message } of error?.issues ?? []) fault(path.join('.'), message);
  return data ?? {};
}

const callSettings = z.object({
  systemPrompt: z.string().max(contractLimits.messageLength, 'The instructions are too long.').optional(),
  temperature: z
    .number()
    .refine((at) => at >= 0 && at <= 2, 'The temperature must be between 0 and 2.')
    .optional(),
  reasoningEffort: z.enum(reasoningEfforts, 'The reasoning effort must be low, medium or high.').optional(),
  maxOutputTokens: z.number().int().min(1, 'The longest answer has at least one token.').optional(),
  webSearch: z.boolean().optional(),
});

const fromSettings = ({
  systemPrompt,
  reasoningEffort,
  maxOutputTokens,
  webSearch,
}: Partial<GenerationSettings> = {}) => ({
  // Blank is none.
  systemPrompt: systemPrompt?.trim() || undefined,
  reasoningEffort,
  maxOutputTokens,
  webSearch: webSearch || undefined,
});

/** What a service is sent: its own settings where nothing else is wanted, without those it does not take. */
export function toSend(entry: AiServiceEntry, prompt: Prompt) {
  const { messages } = prompt;
  const { settings, warnings } = applicableSettings(entry, wantedOf(entry, prompt));
  const { systemPrompt } = settings;
  const thread =
    systemPrompt === undefined ? messages : [{ role: 'system' as const, content: systemPrompt }, ...messages];
  return { messages: thread, settings, warnings };
}

const nothingWanted: CallSettings = {};

function wantedOf(entry: AiServiceEntry, prompt: Prompt): CallSettings {
  if (entry.answerDefaults === undefined && prompt.settings === undefined) return nothingWanted;
  return { ...defaultsFor(entry, prompt), ...definedOf(prompt.settings) };
}

/** A thread that begins with instructions of its own, as a role in an AI conversation, does without the service's. */
function defaultsFor({ answerDefaults = {} }: AiServiceEntry, { messages, withoutDefaults }: Prompt): CallSettings {
  const { systemPrompt, ...others } = answerDefaults;
  if (withoutDefaults) return { temperature: others.temperature };
  return messages[0]?.role === 'system' ? others : { systemPrompt, ...others };
}

const definedOf = (settings: CallSettings = {}): CallSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

const maxSchemaLength = 64 * 1024;

function readSchema(text: string): JSONSchema7 | undefined {
  if (text.length > maxSchemaLength) return undefined;
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text)) as JSONSchema7;
  } catch {
    return undefined;
  }
}

function toThreadMessage({ role, content, pictures }: ChatMessage): AskedMessage | undefined {
  const word = roles[role];
  if (!word) return undefined;
  return role === ChatRole.USER && pictures
    ? { role: word, content, pictures: pictures.pictures }
    : { role: word, content };
}

export const toDelta = (text: string): DispatchEvent => ({ event: { $case: 'delta', delta: { text } } });

export const toProgress = (progress: Progress): DispatchEvent => ({ event: { $case: 'progress', progress } });

export function toEnd(
  { displayName }: AiServiceEntry,
  { outcome, end, failure, firstTokenMs, totalMs, isBySchema, generation }: CallResult,
  known?: CallCost,
): DispatchEvent {
  const error = failure && {
    code: failure.failure.code,
    sentence: failure.sentenceFor(displayName),
    retryable: failure.failure.retryable,
  };
  const cost = known && { amount: fromMicros(known.micros), currency, source: costSource.fromWord(known.source) };
  const { stopReason, usage } = end ?? {};
  const kind = endKind.fromWord(outcome);
  return {
    event: {
      $case: 'end',
      end: { kind, stopReason, usage, cost, firstTokenMs, totalMs, error, answerSchemaApplied: isBySchema, generation },
    },
  };
}
