import { z } from 'zod';
import { toMicros } from '../prices/micros.rules.js';

const max = (what: string, usual = 0) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .default(usual)
    .meta({ description: `${what}; 0 for no limit` });

const dollars = z.string().transform((text, context): number => {
  const micros = toMicros(text);
  if (micros !== undefined) return micros;
  context.addIssue({ code: 'custom', message: 'write an amount of dollars, such as 2.50' });
  return z.NEVER;
});

/**
 * What protects the wallet. What one user may ask for is far above what a user at a keyboard does: in a minute, a broadcast to
 * six services every ten seconds with all its judges (36 calls each), ten schedules (60) and an AI-to-AI chat; at a time,
 * two broadcasts to the most services (48), ten schedules (60), the judges of two processes (24) and some; in a day, what
 * stops an accident before it is dear. Everything else is off until it is set.
 */
export const limitsConfig = {
  AI_PRICES_FILE: z.string().optional().meta({
    description: 'YAML or JSON file with prices that add to and correct the built-in list',
  }),
  AI_DISPATCH_USER_CALLS_PER_MINUTE: max('Max calls to providers for one user in a minute', 600),
  AI_DISPATCH_USER_STREAMS: max('Max calls for one user at a time', 150),
  AI_DISPATCH_SERVICE_CALLS_PER_MINUTE: max('Max calls to one service in a minute, for all users together'),
  AI_DISPATCH_SERVICE_STREAMS: max('Max calls to one service at a time, for all replicas together'),
  AI_DISPATCH_USER_DAILY_BUDGET: dollars
    .prefault('20')
    .meta({ description: 'Max dollars for one user in a UTC day; 0 for no limit' }),
  AI_DISPATCH_USER_DAILY_TOKENS: max('Max tokens for one user in a UTC day'),
  AI_DISPATCH_EXPECTED_OUTPUT_TOKENS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1_000)
    .meta({ description: 'Tokens reserved for a reply before its length is known' }),
};
