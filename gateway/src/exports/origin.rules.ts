import type { CostRange, Generation, Message, Source } from '@polylogue/api-contract';
import { fenceFor } from './fence.rules.js';

type Settings = Generation['settings'];

const maxInstructions = 200;

/** How a text was generated, as remarks beside it. */
export function originRemarks(generation: Generation | undefined, cost?: Message['cost']): string[] {
  if (!generation) return ['model not recorded'];
  const { model, responseModel, settings, warnings = [], estimate } = generation;
  const isOther = responseModel !== undefined && responseModel !== model;
  return [
    `model ${model}${isOther ? ` (answered by ${responseModel})` : ''}`,
    ...settingsRemarks(settings),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(estimate ? [estimateRemark(estimate, cost)] : []),
  ];
}

function settingsRemarks({
  temperature,
  reasoningEffort,
  maxOutputTokens,
  webSearch,
  answerSchema,
}: Settings): string[] {
  return [
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(maxOutputTokens === undefined ? [] : [`at most ${maxOutputTokens} tokens`]),
    ...(reasoningEffort === undefined ? [] : [`${reasoningEffort} reasoning effort`]),
    ...(webSearch ? ['with web search'] : []),
    ...(answerSchema ? ['by an answer schema'] : []),
  ];
}

/** What a service was told in front of the thread, in a line, as far as it fits into one. */
export function instructionRemarks({ settings }: Pick<Generation, 'settings'>): string[] {
  const line = (settings.systemPrompt ?? '').trim().replaceAll(/\s+/g, ' ');
  if (line === '') return [];
  return [`instructions “${line.length > maxInstructions ? `${line.slice(0, maxInstructions)}…` : line}”`];
}

function estimateRemark({ low, high, currency }: CostRange, cost: Message['cost']): string {
  const expected = `estimated ${amountOf(low)} to ${amountOf(high)} ${currency}`;
  return cost ? `${expected}, came to ${amountOf(cost.amount)} ${cost.currency}` : expected;
}

/** What was paid, where that is known. */
export const costRemarks = (cost: Message['cost']): string[] =>
  cost ? [`${amountOf(cost.amount)} ${cost.currency}`] : [];

/** Never `1e-7`. */
const amountOf = (amount: number) => amount.toFixed(6).replace(/\.?0+$/, '');

/** Only an address of the web may become a link: what a service names as its source is its own text. */
export const isWebAddress = (url: string | undefined): url is string => /^https?:\/\/[^\s<>]+$/i.test(url ?? '');

export function sourceMarkdown({ url, title }: Source, escaped: (text: string) => string): string {
  if (!isWebAddress(url)) return escaped(title ?? url ?? '');
  return title ? `[${escaped(title)}](<${url}>)` : `<${url}>`;
}

export const sourceText = ({ url, title }: Source): string => [title, url].filter(Boolean).join(', ');

/** Sources and reasoning in Markdown; empty where there are none. */
export function originMarkdown(generation: Generation | undefined, escaped: (text: string) => string): string {
  const { reasoning } = generation ?? {};
  const sources = sourceLines(generation, (source) => sourceMarkdown(source, escaped));
  const fence = fenceFor(reasoning ?? '');
  return [
    ...(sources.length > 0 ? [`\n**Sources**\n\n${sources.join('\n')}\n${moreOf(generation, '\n')}`] : []),
    ...(reasoning
      ? [`\n<details><summary>Reasoning</summary>\n\n${fence}text\n${reasoning}\n${fence}\n\n</details>\n`]
      : []),
  ].join('');
}

/** The sources in a line, for what is one itself. */
export const sourcesInLine = (generation: Generation | undefined, write: (source: Source) => string): string[] => {
  const { sources = [], sourcesOmitted } = generation ?? {};
  return [...sources.map(write), ...(sourcesOmitted ? [`and ${sourcesOmitted} more`] : [])];
};

/** The same as plain text. */
export function originText(generation: Generation | undefined): string {
  const sources = sourceLines(generation, sourceText);
  const reasoning = generation?.reasoning;
  return [
    ...(sources.length > 0 ? [`\nSources\n${sources.join('\n')}\n${moreOf(generation)}`] : []),
    ...(reasoning ? [`\nReasoning\n${reasoning}\n`] : []),
  ].join('');
}

function sourceLines(generation: Generation | undefined, write: (source: Source) => string): string[] {
  const { sources = [] } = generation ?? {};
  return sources.map((source, index) => `${index + 1}. ${write(source)}`);
}

const moreOf = (generation: Generation | undefined, before = ''): string =>
  generation?.sourcesOmitted ? `${before}and ${generation.sourcesOmitted} more\n` : '';
