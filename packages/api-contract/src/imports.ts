import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';

export const importAnswer = z
  .object({
    imported: z.number().int(),
    skipped: z.number().int().meta({ description: 'Were there already.' }),
    messages: z.number().int(),
    notes: z.array(z.string()).optional().meta({ description: 'What the file did not hold, a sentence each.' }),
  })
  .meta({ id: 'ImportAnswer' });
export type ImportAnswer = z.infer<typeof importAnswer>;

export const importConversations = route({
  method: 'POST',
  path: '/api/import',
  summary: `Takes a JSON export as the body (application/json, at most ${limits.importBytes / 1024 / 1024 / 1024} GB): all of it or nothing.`,
  access: 'signed-in',
  answer: importAnswer,
});
