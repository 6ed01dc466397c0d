import { z } from 'zod';
import { route } from './route.js';
import { time } from './scalars.js';

export const serviceStatus = z
  .object({
    name: z.string(),
    state: z.enum(['ready', 'late', 'down', 'draining', 'away']).meta({
      description:
        'late: it works, but something it needs is away or it lags behind; down: it cannot work; away: it does not answer.',
    }),
    message: z.string(),
    version: z.string(),
    nodeVersion: z.string(),
    process: z.string(),
    startedAt: time.nullable(),
    dependencies: z.array(z.object({ name: z.string(), isUp: z.boolean(), message: z.string() })),
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.number().int(),
        active: z.number().int(),
        delayed: z.number().int(),
        lateMs: z.number().int(),
        isAway: z.boolean(),
      }),
    ),
    outboxWaiting: z.number().int(),
    outboxAgeMs: z.number().int(),
    deadLetters: z.number().int(),
  })
  .meta({ id: 'ServiceStatus' });
export type ServiceStatus = z.infer<typeof serviceStatus>;

export const getServiceStatus = route({
  method: 'GET',
  path: '/api/admin/status',
  summary: 'How each service stands: one process of each, the one that answered.',
  access: 'admin',
  answer: z.array(serviceStatus),
});
