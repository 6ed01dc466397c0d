import { z } from 'zod';
import { comparisonFilter } from './comparisons.js';
import { conversationFilter } from './conversations.js';
import { route } from './route.js';

export const exportFormat = z.enum(['json', 'md', 'txt', 'csv'], 'The format must be json, md, txt or csv.');
export type ExportFormat = z.infer<typeof exportFormat>;

export const exportConversation = route({
  method: 'GET',
  path: '/api/conversations/{id}/export',
  summary: 'Downloads one conversation; as CSV with a row per message, summary, agreement map and claim.',
  access: 'signed-in',
  query: z.object({ format: exportFormat.default('json') }),
});

export const exportAll = route({
  method: 'GET',
  path: '/api/export-all',
  summary:
    'Downloads all conversations, or those a search or filter leaves; as CSV with a row per message, summary, agreement map and claim.',
  access: 'signed-in',
  query: conversationFilter.omit({ includeAll: true }).extend({ format: exportFormat.default('md') }),
});

export const exportComparisons = route({
  method: 'GET',
  path: '/api/export-comparisons',
  summary:
    'Downloads all comparisons, or those a search or filter leaves, each with all its conversations; as CSV with a row per reply.',
  access: 'signed-in',
  query: comparisonFilter.extend({ format: exportFormat.default('md') }),
});

export const comparisonFormat = z.enum(['md', 'html', 'json', 'csv'], 'The format must be md, html, json or csv.');
export type ComparisonFormat = z.infer<typeof comparisonFormat>;

export const comparisonLayout = z.enum(['turns', 'columns'], 'The layout must be turns or columns.');
export type ComparisonLayout = z.infer<typeof comparisonLayout>;

export const exportComparison = route({
  method: 'GET',
  path: '/api/comparisons/{id}/export',
  summary:
    'Downloads one comparison: Markdown or a web page round by round, JSON lossless, CSV with a row per reply and nothing else; GET /api/export-all?format=csv&comparison={id} has rows of its summaries and agreement maps too.',
  access: 'signed-in',
  query: z.object({
    format: comparisonFormat.default('html'),
    layout: comparisonLayout
      .default('columns')
      .meta({ description: 'Of md and html: the replies to one message beside each other, or one after the other.' }),
  }),
});
