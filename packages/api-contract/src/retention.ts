import { z } from 'zod';
import { grouped } from './grouped.js';
import { flag } from './conversations.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { time } from './scalars.js';

const sentence = `The days are a whole number from 1 to ${grouped(limits.keepDays)}.`;
const days = (number: z.ZodNumber) => number.int(sentence).min(1, sentence).max(limits.keepDays, sentence);
const count = z.number().int().nonnegative();

const removal = z.object({
  day: z.iso.date().meta({ description: 'Of UTC.' }),
  conversations: count,
  messages: count.meta({ description: 'Of the conversations.' }),
  aiChats: count,
  runs: count.meta({ description: 'Of saved queries.' }),
});

export const retention = z
  .object({
    keepDays: z.number().int().nullable().meta({ description: 'Days after their last use; null: for ever.' }),
    removesStarred: z.boolean().meta({ description: 'Also what is starred or has a pinned reply.' }),
    saved: z.boolean().meta({ description: 'Whether an administrator saved it; else it comes from the environment.' }),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof retention>;

export const retentionPreview = z
  .object({
    conversations: count,
    messages: count.meta({ description: 'Of the conversations.' }),
    aiChats: count,
    runs: count.meta({ description: 'Of saved queries.' }),
    users: count.meta({ description: 'Who have any of these conversations and AI chats.' }),
    kept: count.meta({ description: 'Conversations as old that stay: starred, or with a pinned reply.' }),
    oldestAt: time.nullable().meta({ description: 'The last use of what was used longest ago.' }),
  })
  .meta({ id: 'RetentionPreview' });
export type RetentionPreview = z.infer<typeof retentionPreview>;

export const getRetention = route({
  method: 'GET',
  path: '/api/admin/retention',
  summary:
    'How long this installation keeps conversations, AI chats and runs, and what was removed on each of the last 30 days.',
  access: 'admin',
  answer: z.object({ rule: retention, removals: z.array(removal) }).meta({ id: 'CurrentRetention' }),
});
export type Removal = z.infer<typeof removal>;

export const previewRetention = route({
  method: 'GET',
  path: '/api/admin/retention/preview',
  summary: 'What a rule would remove now. It changes nothing.',
  access: 'admin',
  query: z.object({ keepDays: days(z.coerce.number(sentence)), removesStarred: flag.default(false) }),
  answer: retentionPreview,
});

export const setRetention = route({
  method: 'PUT',
  path: '/api/admin/retention',
  summary: 'Replaces the rule. What is older is removed within the hour, for good. Audited.',
  access: 'admin',
  body: z
    .object({
      keepDays: days(z.number(sentence)).nullable().meta({ description: 'null: for ever.' }),
      removesStarred: z.boolean().default(false),
    })
    .meta({ id: 'SetRetention' }),
  answer: retention,
  serverOwned: ['saved'],
});
