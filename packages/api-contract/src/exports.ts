import { z } from 'zod';
import { conversation, conversationFilter } from './conversations.js';
import { route } from './route.js';
import { time } from './scalars.js';

export const exportFormat = z.enum(['json', 'md', 'txt', 'csv'], 'The format must be json, md, txt or csv.');
export type ExportFormat = z.infer<typeof exportFormat>;

/** Grows when a file of an older version could no longer be read as it is. */
export const exportSchemaVersion = 1;

/** The JSON export: lossless, and what an import takes. */
export const exportFile = z
  .object({
    schemaVersion: z.literal(exportSchemaVersion),
    exportedAt: time,
    conversations: z.array(conversation),
  })
  .meta({ id: 'ExportFile' });

export const exportConversation = route({
  method: 'GET',
  path: '/api/conversations/{id}/export',
  summary: 'Downloads one conversation.',
  access: 'signed-in',
  query: z.object({ format: exportFormat.default('json') }),
});

export const exportAll = route({
  method: 'GET',
  path: '/api/export-all',
  summary: 'Downloads all conversations, or those a search or filter leaves.',
  access: 'signed-in',
  query: conversationFilter.omit({ includeAll: true }).extend({ format: exportFormat.default('md') }),
});
