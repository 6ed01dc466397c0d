import type { AiService, AnswerSettings, ChatCompletionBody, ChatMessage } from '@polylogue/api-contract';
import { allModels, answersSchema, chatCompletionBody, mergedModel } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { noSuchComparison } from '../comparisons/comparisons.errors.js';
import { mustBeUsable, usableServices } from '../key-access/key-services.rules.js';

/** The caller's messages as a broadcast has them: what was said before, in whole turns, and the question. */
export interface Thread {
  history: { isUser: boolean; content: string }[];
  message: string;
}

const prefix = 'polylogue/';

/** Refuses, by name, what would otherwise be passed over in silence. */
export function refuseUnsupported(body: object): void {
  const known = new Set(Object.keys(chatCompletionBody.shape));
  const unknown = Object.entries(body).find(([name, value]) => !known.has(name) && value !== null);
  if (unknown) throw unsupported(unknown[0], `The parameter "${unknown[0]}" is not supported here.`);
}

/** Refuses a call that came out of an AI service of this product: it would ask itself without end. */
export function refuseHop(header: unknown): void {
  if (header === undefined) return;
  const sentence = 'An AI service of Polylogue leads back to Polylogue. Give it the address of another server.';
  throw new AppError('conflict', 'recursive_call', sentence);
}

/** The names of the models, by the text services on offer that the key may use. */
export function modelsOf(services: readonly AiService[]): string[] {
  const usable = usableServices(textServices(services)).map(({ name }) => prefix + name);
  return [allModels, ...(usable.length > 1 ? [mergedModel] : []), ...usable];
}

/** The services that answer for a model; for all of them those that the key may use. */
export function servicesOf(model: string, services: readonly AiService[]): AiService[] {
  const offered = textServices(services);
  const asksAll = model === allModels || model === mergedModel;
  const wanted = asksAll ? usableServices(offered) : offered.filter(({ name }) => model === prefix + name);
  if (wanted.length > 0) {
    mustBeUsable(wanted.map(({ name }) => name));
    return wanted;
  }
  const sentence = `There is no model "${model}". GET /v1/models lists those there are.`;
  throw new AppError('not_found', 'model_not_found', sentence, { issues: [{ path: 'model', message: sentence }] });
}

/** JSON is what several services answer together, by our own schema; one service alone is asked for text. */
export function mustBeAnswerable({ model, stream, response_format: format }: ChatCompletionBody): void {
  if (!format || format.type === 'text') return;
  const areSeveral = model === allModels || savedQueryOf(model) !== undefined;
  if (!areSeveral) throw unsupported('response_format', `JSON is answered by ${allModels} and saved queries only.`);
  if (stream) throw unsupported('response_format', 'JSON is not streamed. Leave out stream or response_format.');
  const schema = format.json_schema?.name;
  if (format.type !== 'json_schema' || schema === answersSchema) return;
  const sentence = `The schema "${schema ?? ''}" is not supported here. Only "${answersSchema}" is; docs/api.md shows it.`;
  throw unsupported('response_format.json_schema', sentence);
}

const savedPrefix = `${prefix}saved/`;

export const savedModelOf = (id: number): string => savedPrefix + id;

/** The number of the saved query that a model names; undefined when it names none. */
export function savedQueryOf(model: string): number | undefined {
  const id = Number(/^[1-9]\d*$/.exec(model.slice(savedPrefix.length))?.[0]);
  return model.startsWith(savedPrefix) && Number.isSafeInteger(id) ? id : undefined;
}

const ownSettings = ['temperature', 'max_tokens', 'max_completion_tokens', 'reasoning_effort', 'metadata'] as const;

/** A saved query asks its own question, and as it was saved: what else is said would be passed over in silence. */
export function mustSayNothing(body: ChatCompletionBody): void {
  const setting = ownSettings.find((name) => body[name] !== undefined && body[name] !== null);
  if (setting) throw unsupported(setting, `A saved query runs as it was saved: leave out "${setting}".`);
  if (body.messages.every((message) => textOf(message).trim() === '')) return;
  throw invalidMessages('A saved query asks its own question. Send one message of the user without text.');
}

const comparisonId = /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The comparison that a call goes on with, by its address or its id; undefined where it begins one. */
export function continuedComparison({ metadata }: ChatCompletionBody): string | undefined {
  const named = metadata?.comparison?.trim();
  if (named === undefined) return undefined;
  const id = comparisonId.exec(named)?.[1];
  if (id === undefined) throw noSuchComparison();
  return id.toLowerCase();
}

/** Those of the services that have a thread in a comparison. */
export function servicesWithThread(model: string, services: readonly AiService[], threads: readonly string[]) {
  const wanted = services.filter(({ name }) => threads.includes(name));
  if (wanted.length > 0) return wanted;
  const message = `This comparison has no thread of ${model}. Ask a service that is in it.`;
  throw new AppError('invalid', 'no_thread', message, { issues: [{ path: 'model', message }] });
}

const isInstruction = ({ role }: ChatMessage) => role === 'system' || role === 'developer';

/** How the services are to answer: what the system says, and the caller's parameters. */
export function settingsOf(body: ChatCompletionBody): AnswerSettings {
  const instructions = body.messages.filter(isInstruction).map(textOf).join('\n\n').trim();
  return {
    systemPrompt: instructions || undefined,
    temperature: body.temperature ?? undefined,
    reasoningEffort: body.reasoning_effort ?? undefined,
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
  };
}

/** Reads the messages as turns, without instructions; several messages in a row of one side are one. */
export function threadOf(messages: readonly ChatMessage[]): Thread {
  const turns: Thread['history'] = [];
  for (const message of messages.filter((each) => !isInstruction(each))) {
    const isUser = message.role === 'user';
    const last = turns.at(-1);
    if (last?.isUser === isUser) last.content += `\n\n${textOf(message)}`;
    else turns.push({ isUser, content: textOf(message) });
  }
  const [first] = turns;
  if (!first?.isUser) throw invalidMessages('The first message after the instructions must be of the user.');
  const question = turns.pop();
  if (!question?.isUser) throw invalidMessages('The last message must be of the user.');
  return { history: turns, message: question.content };
}

const textServices = (services: readonly AiService[]) => services.filter(({ category }) => category === 'text');

export const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');

const unsupported = (path: string, message: string) =>
  new AppError('invalid', 'unsupported_parameter', message, { issues: [{ path, message }] });

const invalidMessages = (message: string) =>
  new AppError('invalid', 'invalid_messages', message, { issues: [{ path: 'messages', message }] });
