import type { AiServiceLabel, Message } from '@polylogue/api-contract';
import { defused } from '../csv/csv.js';
import type { ExportedPart } from '../conversations/exported-parts.js';

/** New ones stand last: who reads the file by place goes on. */
export const columns = [
  'Conversation',
  'Title',
  'AI Service',
  'Message',
  'Role',
  'Status',
  'Time',
  'Response Time (ms)',
  'Tokens',
  'Time to First Token (ms)',
  'Tokens per Second',
  'Cost',
  'Currency',
  'Cost Source',
  'Stop Reason',
  'Content',
  'Error',
  'Overall Score',
  'Judges',
  'Written By',
  'Model',
  'Answered by Model',
  'Temperature',
  'Warnings',
  'Cached Tokens',
  'Reasoning Tokens',
  'Sources',
  'Reasoning',
  'Estimated Cost From',
  'Estimated Cost To',
  'Agreement',
  'Mark',
  'Says So',
  'Contradicts It',
  'Silent',
  'Unproven',
  'Agreement After',
  'Claim',
  'Version',
  'Standing',
  'Round',
  'View',
  'Starred',
  'Tags',
  'Files',
] as const;

export type Column = (typeof columns)[number];
export type Cell = number | string | undefined;
export type Row = Partial<Record<Column, Cell>>;

/** A row by the names of its columns; texts are made such that no spreadsheet runs them. */
export const rowOf = (cells: Row): Cell[] =>
  columns.map((name) => {
    const cell = cells[name];
    return typeof cell === 'string' ? defused(cell) : cell;
  });

/** What each row of a conversation begins with, and what the user gave its comparison. */
export const threadCells = ({ id, title, aiService, comparison }: ExportedPart): Row => ({
  Conversation: id,
  Title: title,
  'AI Service': aiService.displayName,
  Starred: comparison?.starred ? 'yes' : undefined,
  Tags: comparison?.tags?.join('\n'),
});

/** Who wrote something, and how. */
export function originCells(author: AiServiceLabel, generation: Message['generation'], usage?: Message['usage']): Row {
  const { model = 'not recorded', responseModel, settings, warnings = [], sources = [] } = generation ?? {};
  return {
    'Written By': author.displayName,
    Model: model,
    'Answered by Model': responseModel,
    Temperature: settings?.temperature,
    Warnings: warnings.join(' '),
    'Cached Tokens': usage?.cached,
    'Reasoning Tokens': usage?.reasoning,
    Sources: sources.map(({ url, title = '' }) => url ?? title).join('\n'),
    Reasoning: generation?.reasoning,
    'Estimated Cost From': generation?.estimate?.low,
    'Estimated Cost To': generation?.estimate?.high,
  };
}
