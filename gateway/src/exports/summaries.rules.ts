import type { ExportedConversation, ExportedMessage, Summary } from '@polylogue/api-contract';
import { originRemarks } from './origin.rules.js';
import { minutes } from './transcript.rules.js';

const kinds: Record<Summary['kind'], string> = {
  compare: 'Summary',
  merge: 'One answer',
  instruction: 'Summary',
};

/** The summaries that stand behind a message: of those it is about, the one of this conversation. */
export const summariesBehind = ({ summaries = [] }: ExportedConversation, { id }: ExportedMessage): Summary[] =>
  summaries.filter(({ messageIds }) => messageIds.includes(id));

export const summaryTitle = ({ kind, aiService }: Summary): string => `${kinds[kind]} by ${aiService.displayName}`;

export function summaryRemarks({
  timestamp,
  status,
  responseTime,
  tokens,
  instruction,
  generation,
}: Summary): string[] {
  return [
    minutes(timestamp),
    ...(instruction === undefined ? [] : [`“${instruction}”`]),
    ...(status === 'completed' ? [] : [status]),
    ...(responseTime === undefined ? [] : [`${(responseTime / 1000).toFixed(1)} s`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...originRemarks(generation),
  ];
}
