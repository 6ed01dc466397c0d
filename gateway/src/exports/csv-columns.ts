import { defused } from '../csv/csv.js';

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
  'Instructions',
  'Reasoning Effort',
  'Longest Answer (tokens)',
  'Web Search',
  'Answer Schema',
  'Input Tokens',
] as const;

export type Column = (typeof columns)[number];
export type Cell = number | string | undefined;
export type Row = Partial<Record<Column, Cell>>;

/** A row by the names of its columns; texts are made such that no spreadsheet runs them. */
export const cellsOf = <Name extends string>(names: readonly Name[], cells: Partial<Record<Name, Cell>>): Cell[] =>
  names.map((name) => {
    const cell = cells[name];
    return typeof cell === 'string' ? defused(cell) : cell;
  });

export const rowOf = (cells: Row): Cell[] => cellsOf(columns, cells);
