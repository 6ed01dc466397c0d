import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';

export const importAnswer = z
  .object({
    imported: z.number().int(),
    skipped: z.number().int().meta({ description: 'Were there already.' }),
    messages: z.number().int(),
    notes: z
      .array(z.string())
      .optional()
      .meta({ description: 'What the file did not hold, or was left out of it, a sentence each.' }),
    remaining: z
      .object({ messages: z.number().int(), bytes: z.number().int() })
      .optional()
      .meta({ description: 'What this account may still import within 24 hours.' }),
  })
  .meta({ id: 'ImportAnswer' });
export type ImportAnswer = z.infer<typeof importAnswer>;

export const importConversations = route({
  method: 'POST',
  path: '/api/import',
  summary: `Takes a JSON export as the body (application/json, at most ${limits.importBytes / 1024 / 1024 / 1024} GB): all of it or nothing, but for a conversation of more than ${limits.importedMessages} messages, which is left out and named in the notes.`,
  access: 'approved',
  answer: importAnswer,
});
