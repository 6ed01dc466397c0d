import { contractLimits } from '@polylogue/proto';
import { z } from 'zod';
import { baseConfig, networkList } from '@polylogue/service-kit';

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
  PUBLIC_URL: z.url().optional().meta({
    description:
      'Where browsers find this installation; needed with OIDC_ISSUER, and with SMTP_URL for the links of mails',
    example: 'https://polylogue.example',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      description: 'The mail server that notices are handed to; smtps for TLS from the first byte. No mail without it',
      example: 'smtp://polylogue:secret@mail.example.org:587',
    }),
  SMTP_FROM: z
    .string()
    .trim()
    .regex(/^[^\r\n]*@[\w.-]+>?$/)
    .optional()
    .meta({ description: 'The address that mail comes from', example: 'Polylogue <polylogue@example.org>' }),
  ADMIN_ALLOWED_NETWORKS: networkList.optional().meta({
    description: 'Networks besides the internet where webhooks of notices may be: 10.1.0.0/16, chat.lan:8065, …',
    example: '10.1.0.0/16,chat.lan:8065',
  }),
  KEEP_CONVERSATIONS_DAYS: z.coerce.number().int().min(1).max(contractLimits.keepDays).optional().meta({
    description:
      'Days after their last use that conversations, AI chats and runs are removed; counts until an administrator saves a rule in the panel; unset keeps them for ever',
    example: '365',
  }),
  HASHES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(2).meta({
    description: 'Max passwords hashed at a time; each takes 19 MiB and a core',
  }),
});

export type AdminConfig = z.output<typeof config>;
