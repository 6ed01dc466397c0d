import { z } from 'zod';
import { baseConfig, count, grpcUrl, seconds } from '@polylogue/service-kit';

/** The environment of this service. */
export const config = baseConfig('quality').extend({
  REDIS_URL: z.url().meta({
    description: 'Where Redis listens; its memory policy must be noeviction',
    example: 'redis://127.0.0.1:6379',
  }),
  AI_DISPATCH_GRPC_URL: grpcUrl('ai-dispatch', 7002),
  CONVERSATION_GRPC_URL: grpcUrl('conversation', 7001),
  QUALITY_MODE: z.enum(['auto', 'manual', 'off']).optional().meta({
    description:
      'auto judges every broadcast, manual on request, off never; unset is auto while every service is a demo, else manual; like the three below it counts until an administrator saves other settings in the panel',
  }),
  QUALITY_SAMPLING: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: 'The share of broadcasts that is judged without a request, from 0 to 1' }),
  QUALITY_MOST_JUDGES: count(6, 'Max services that judge one broadcast'),
  QUALITY_DAILY_CALLS: count(1_000, 'Max calls to judges in 24 hours for one user; 0 for none', 0),
  QUALITY_JUDGE_CHARACTERS: count(
    200_000,
    'Max characters of question, reply, earlier turns and sources that a judge is sent; likewise until saved in the panel',
    2_000,
  ),
  QUALITY_IMPORT_MEGABYTES: count(1_024, 'Max megabytes of scores one user may stage for imports in 24 hours'),
  QUALITY_CONCURRENT_CALLS: count(12, 'Max calls to judges of one process at a time; further ones wait'),
  QUALITY_CALL_SECONDS: seconds(120, 'Timeout for one judge and one reply'),
  QUALITY_LEASE_SECONDS: seconds(
    20,
    'How long a lease holds without a heartbeat before another process takes the call over',
  ),
  QUALITY_HEARTBEAT_SECONDS: seconds(5, 'How often leases are extended'),
  QUALITY_RECONCILE_SECONDS: seconds(10, 'How often wake-ups that Redis or a process lost are enqueued again'),
  QUALITY_RETRY_SECONDS: seconds(2, 'The first backoff before a judge that did not answer is called again'),
});

export type QualityConfig = z.output<typeof config>;
