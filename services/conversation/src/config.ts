import { baseConfig } from '@polylogue/service-kit';
import { z } from 'zod';

const seconds = (fallback: number, description: string) =>
  z.coerce.number().positive().default(fallback).meta({ description });

const quota = (usual: number, description: string) =>
  z.coerce.number().int().min(1).default(usual).meta({ description });

/** The environment of this service. */
export const config = baseConfig('conversation').extend({
  AI_DISPATCH_GRPC_URL: z
    .string()
    .regex(/^[^\s:/]+:\d+$/)
    .meta({ description: 'host:port of the ai-dispatch service', example: '127.0.0.1:7002' }),
  CONVERSATION_DISPATCH_CHANNELS: z.coerce
    .number()
    .int()
    .min(1)
    .default(4)
    .meta({ description: 'Connections to ai-dispatch; thousands of streams stall on one' }),
  CONVERSATION_DISPATCH_SECONDS: seconds(
    900,
    'The most one reply may take in all; ai-dispatch ends it earlier by the limits of its service',
  ),
  CONVERSATION_LEASE_SECONDS: seconds(
    20,
    'After this long without a sign of life another process decides about a reply',
  ),
  CONVERSATION_HEARTBEAT_SECONDS: seconds(5, 'How often leases are extended and lapsed ones looked for'),
  CONVERSATION_IMPORT_MESSAGES: quota(1_000_000, 'Most messages one user may import in 24 hours'),
  CONVERSATION_IMPORT_MEGABYTES: quota(2_048, 'Most megabytes one user may import in 24 hours'),
  CONVERSATION_LOG_SECONDS: seconds(300, 'How long a broadcast that has ended is kept in memory for readers'),
});

export type ConversationConfig = z.output<typeof config>;
