import { z } from 'zod';
import { baseConfig } from '@polylogue/service-kit';

export const config = baseConfig('admin').extend({
  SCHEDULER_GRPC_URL: z
    .string()
    .regex(/^[^\s:/]+:\d+$/)
    .meta({ description: 'host:port of the scheduler service', example: '127.0.0.1:7004' }),
  ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(z.email()).optional().meta({
    description: 'The e-mail whose account at the OIDC issuer is always admin and approved',
    example: 'admin@example.org',
  }),
  SETUP_CODE: z.string().trim().min(12).max(200).optional().meta({
    description: 'The code the first sign-up must give when HOST is not loopback; at least 12 characters',
    example: 'the output of: openssl rand -hex 12',
  }),
  HASHES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(2).meta({
    description: 'Max passwords hashed at a time; each takes 19 MiB and a core',
  }),
});

export type AdminConfig = z.output<typeof config>;
