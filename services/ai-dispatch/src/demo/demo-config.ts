import { z } from 'zod';

export const demoConfig = z.object({
  DEMO_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .meta({ description: 'Port of the demo services', example: '8090' }),
  DEMO_HOST: z.string().default('127.0.0.1').meta({ description: 'Address the demo services listen on' }),
  DEMO_SPEED: z.coerce
    .number()
    .min(0)
    .default(1)
    .meta({ description: 'How many times faster than natural the demo replies; 0 means at once' }),
  DEMO_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .default(10)
    .meta({ description: 'How many seconds replies in flight have to finish when the demo is stopped' }),
});
