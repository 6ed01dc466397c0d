import { z } from 'zod';
import { aiServiceName, id } from './scalars.js';
import { route } from './route.js';

/** Hints of `GET /api/events`: what to refresh. Everything also works without them. */
export const liveEvents = {
  service: z
    .object({
      name: aiServiceName,
      status: z.enum(['connected', 'error', 'unknown']),
      changed: z.boolean().optional().meta({ description: 'The catalog has changed: read it again.' }),
    })
    .meta({ id: 'ServiceHint' }),
  broadcast: z
    .object({ broadcastId: id, conversationId: id, messageId: id, aiService: aiServiceName })
    .meta({ id: 'BroadcastHint' }),
  comparison: z.object({ comparisonId: id }).meta({ id: 'ComparisonHint' }),
  execution: z
    .object({ executionId: z.number().int(), savedQueryId: z.number().int(), isFinished: z.boolean() })
    .meta({ id: 'ExecutionHint' }),
  judging: z.object({ broadcastId: id, done: z.number().int(), total: z.number().int() }).meta({ id: 'JudgingHint' }),
  announcement: z.object({}).meta({ id: 'AnnouncementHint' }),
  notices: z.object({}).meta({ id: 'NoticesHint' }),
  session: z.object({ reason: z.enum(['access_changed', 'signed_out']) }).meta({ id: 'SessionHint' }),
} as const;
export type LiveEvent = {
  [Name in keyof typeof liveEvents]: { event: Name; data: z.infer<(typeof liveEvents)[Name]> };
}[keyof typeof liveEvents];

export const getLiveEvents = route({
  method: 'GET',
  path: '/api/events',
  summary: 'One stream per visible page: what changed elsewhere.',
  access: 'signed-in',
  events: liveEvents,
});
