import type { AiServiceLabel, Generation, Message, QualityAssessment, Summary } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import type { Row } from './csv-columns.js';
import { tokensPerSecond } from './figures.rules.js';
import { scoreOf } from './scores.rules.js';

/** What each row of a conversation begins with, and what the user gave its comparison. */
export const threadCells = ({ id, title, aiService, comparison }: ExportedPart): Row => ({
  Conversation: id,
  Title: title,
  'AI Service': aiService.displayName,
  ...givenCells(comparison),
});

/** The star and the tags of a comparison. */
export const givenCells = (comparison: ExportedPart['comparison']): Row => ({
  Starred: comparison?.starred ? 'yes' : undefined,
  Tags: comparison?.tags?.join('\n'),
});

/** How something ended, and how long it took; what is unknown stays empty: an empty cell is not 0. */
export function saidCells(said: Omit<Message, 'role'> | Summary): Row {
  const { id, status, timestamp, responseTime, tokens, firstTokenTime, cost, stopReason, content, error } = said;
  return {
    Message: id,
    Status: status,
    Time: timestamp,
    'Response Time (ms)': responseTime,
    Tokens: tokens,
    'Time to First Token (ms)': firstTokenTime,
    'Tokens per Second': tokensPerSecond(said),
    Cost: cost?.amount,
    Currency: cost?.currency,
    'Cost Source': cost?.source,
    'Stop Reason': stopReason,
    Content: content,
    Error: error,
  };
}

/** Who wrote something, and how. */
export function originCells(author: AiServiceLabel, generation: Message['generation'], usage?: Message['usage']): Row {
  const { model = 'not recorded', responseModel, settings, warnings = [], sources = [] } = generation ?? {};
  return {
    'Written By': author.displayName,
    Model: model,
    'Answered by Model': responseModel,
    Warnings: warnings.join(' '),
    'Input Tokens': usage?.input ?? undefined,
    'Cached Tokens': usage?.cached,
    'Reasoning Tokens': usage?.reasoning,
    Sources: sources.map(({ url, title = '' }) => url ?? title).join('\n'),
    Reasoning: generation?.reasoning,
    'Estimated Cost From': generation?.estimate?.low,
    'Estimated Cost To': generation?.estimate?.high,
    ...settingsCells(settings),
  };
}

/** What was sent with the request; an empty cell is the provider's own default. */
const settingsCells = (settings: Partial<Generation['settings']> = {}): Row => ({
  Instructions: settings.systemPrompt,
  Temperature: settings.temperature,
  'Reasoning Effort': settings.reasoningEffort,
  'Longest Answer (tokens)': settings.maxOutputTokens,
  'Web Search': settings.webSearch ? 'yes' : undefined,
  'Answer Schema': settings.answerSchema ? 'yes' : undefined,
});

export function scoreCells(assessments: readonly QualityAssessment[] | undefined): Row {
  if (!assessments) return {};
  const { average, verdicts, judges } = scoreOf(assessments);
  return { 'Overall Score': average, Judges: `${verdicts} of ${judges}` };
}

export const fileNames = (files: readonly { name: string }[]): string => files.map(({ name }) => name).join('\n');
