import { z } from 'zod';
import { route } from './route.js';
import { id, time } from './scalars.js';

/** The parts the product is run as. */
export const sliceNames = ['gateway', 'conversation', 'ai-dispatch', 'quality', 'scheduler', 'admin'] as const;
export type SliceName = (typeof sliceNames)[number];

const maxLetters = 500;

const letterKey = z.object({
  slice: z.enum(sliceNames, 'There is no such service.'),
  consumer: z.string().min(1).max(200).meta({ description: 'The handler that failed.' }),
  eventId: id,
});

export const deadLetter = letterKey
  .extend({
    // Another version may have more services.
    slice: z.string(),
    subject: z.string().meta({ description: 'Subject of the event, or the queue of the job.' }),
    error: z.string(),
    attempts: z.number().int(),
    failedAt: time,
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetter = z.infer<typeof deadLetter>;
export type DeadLetterKey = z.infer<typeof letterKey>;

export const listDeadLetters = route({
  method: 'GET',
  path: '/api/admin/dead-letters',
  summary: 'Events and jobs the services gave up on, newest first, without what they carry.',
  access: 'admin',
  query: z.object({ limit: z.coerce.number().int().min(1).max(maxLetters).optional() }),
  answer: z
    .object({
      letters: z.array(deadLetter),
      total: z.number().int(),
      missing: z.array(z.string()).meta({ description: 'Services that did not answer.' }),
    })
    .meta({ id: 'DeadLetters' }),
});

export const replayDeadLetters = route({
  method: 'POST',
  path: '/api/admin/dead-letters/replay',
  summary:
    'Hands letters to their handlers again: those named, or all. What was done before is not done twice. Audited.',
  access: 'admin',
  body: z.object({ letters: z.array(letterKey).min(1).max(maxLetters).optional() }).meta({ id: 'ReplayDeadLetters' }),
  answer: z.object({ handled: z.number().int(), failed: z.number().int() }).meta({ id: 'Replayed' }),
});

export const discardDeadLetters = route({
  method: 'POST',
  path: '/api/admin/dead-letters/discard',
  summary: 'Removes letters for good. Audited.',
  access: 'admin',
  body: z
    .object({ letters: z.array(letterKey, 'Say which letters.').min(1, 'Say which letters.').max(maxLetters) })
    .meta({ id: 'DiscardDeadLetters' }),
  answer: z.object({ discarded: z.number().int() }).meta({ id: 'Discarded' }),
});
