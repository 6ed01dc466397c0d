import { baseConfig, count, grpcUrl, seconds } from '@polylogue/service-kit';
import { z } from 'zod';

/** The environment of this service. */
export const config = baseConfig('conversation').extend({
  AI_DISPATCH_GRPC_URL: grpcUrl('ai-dispatch', 7002),
  CONVERSATION_DISPATCH_CHANNELS: count(4, 'Connections to ai-dispatch; thousands of streams stall on one'),
  CONVERSATION_DISPATCH_SECONDS: seconds(
    900,
    'Timeout for a whole reply; ai-dispatch ends it earlier by its own timeouts',
  ),
  CONVERSATION_LEASE_SECONDS: seconds(
    20,
    'How long a lease holds without a heartbeat before another process takes the reply over',
  ),
  CONVERSATION_HEARTBEAT_SECONDS: seconds(5, 'How often leases are extended and lapsed ones are looked for'),
  CONVERSATION_IMPORT_MESSAGES: count(1_000_000, 'Max messages one user may import in 24 hours'),
  CONVERSATION_IMPORT_MEGABYTES: count(2_048, 'Max megabytes one user may import in 24 hours'),
  CONVERSATION_RETENTION_SECONDS: seconds(
    3_600,
    'How often what is no longer kept is looked for, where the installation has a rule of retention',
  ),
  CONVERSATION_DELETE_BATCH: count(
    50_000,
    'How many conversations of one user are deleted in one transaction, for which the next deletion of that user waits',
  ),
  CONVERSATION_LOG_SECONDS: seconds(300, 'How long a broadcast that has ended is kept in memory for readers'),
});

export type ConversationConfig = z.output<typeof config>;
