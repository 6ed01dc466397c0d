import { z } from 'zod';
import { baseConfig, count, grpcUrl, seconds } from '@polylogue/service-kit';

export const config = baseConfig('scheduler').extend({
  REDIS_URL: z.url().meta({
    description: 'Where Redis listens; its memory policy must be noeviction',
    example: 'redis://127.0.0.1:6379',
  }),
  AI_DISPATCH_GRPC_URL: grpcUrl('ai-dispatch', 7002),
  CONVERSATION_GRPC_URL: grpcUrl('conversation', 7001),
  QUALITY_GRPC_URL: grpcUrl('quality', 7003),
  SCHEDULER_DISPATCH_CHANNELS: count(4, 'Connections to ai-dispatch; thousands of streams stall on one'),
  SCHEDULER_TICK_SECONDS: seconds(2, 'How often due queries are looked for'),
  SCHEDULER_AHEAD_SECONDS: seconds(5, 'How long before it is due a query is claimed'),
  SCHEDULER_CLAIM_BATCH: count(200, 'Max queries claimed in one transaction'),
  SCHEDULER_RECONCILE_SECONDS: seconds(30, 'How often wake-ups that Redis lost are enqueued again'),
  SCHEDULER_LEASE_SECONDS: seconds(
    20,
    'How long a lease holds without a heartbeat before another process takes the run over',
  ),
  SCHEDULER_HEARTBEAT_SECONDS: seconds(5, 'How often the leases of runs are extended'),
  SCHEDULER_RUN_SECONDS: seconds(900, 'Timeout for one run'),
  SCHEDULER_READING_SECONDS: seconds(300, 'Timeout for reading what the answers of a watched run claim'),
  SCHEDULER_RETENTION_SECONDS: seconds(
    3_600,
    'How often runs that are no longer kept are looked for, where the installation has a rule of retention',
  ),
  SCHEDULER_MAX_SCHEDULES: count(100, 'Max saved queries with a schedule of one user, paused ones included'),
  SCHEDULER_LATE_RUNS_PER_SECOND: count(
    25,
    'Max runs begun in a second that are more than a minute late, as after an outage',
  ),
  SCHEDULER_CONCURRENT_RUNS: count(1_000, 'Max runs of one process at a time; further ones wait'),
});

export type SchedulerConfig = z.output<typeof config>;
