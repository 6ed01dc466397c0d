import { z } from 'zod';
import { baseConfig, count, isLoopback } from '@polylogue/service-kit';
import { oidcConfig } from './oidc/oidc-config.js';

const grpcUrl = (slice: string, port: number) =>
  z
    .string()
    .regex(/^[^\s:/]+:\d+$/)
    .meta({ description: `host:port where ${slice} listens`, example: `127.0.0.1:${port}` });

export const config = baseConfig('gateway')
  // The gateway answers HTTP only.
  .omit({ GATEWAY_GRPC_URL: true })
  .extend({
    PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65535)
      .default(8080)
      .meta({ description: 'Port of the public HTTP server' }),
    ADMIN_GRPC_URL: grpcUrl('admin', 7005),
    CONVERSATION_GRPC_URL: grpcUrl('conversation', 7001),
    AI_DISPATCH_GRPC_URL: grpcUrl('ai-dispatch', 7002),
    SCHEDULER_GRPC_URL: grpcUrl('scheduler', 7004),
    QUALITY_GRPC_URL: grpcUrl('quality', 7003),
    SESSION_SECRET: z.string().min(32).meta({
      description: 'Signs the session cookie; at least 32 characters',
      example: 'the output of: openssl rand -hex 32',
    }),
    SESSION_DAYS: z.coerce
      .number()
      .min(0.01)
      .max(90)
      .default(14)
      .meta({ description: 'How many days a session lasts' }),
    SESSION_IDLE_DAYS: z.coerce
      .number()
      .min(0.001)
      .max(90)
      .default(14)
      .meta({ description: 'A session that is not used for this many days ends early' }),
    TRUST_PROXY: z.string().default('false').meta({
      description:
        'The proxies whose X-Forwarded-* headers are trusted: false, a number of hops, or addresses such as loopback,uniquelocal',
    }),
    SESSION_COOKIE: z
      .string()
      .regex(/^[\w.-]+$/)
      .optional()
      .meta({ description: 'Name of the session cookie; `polylogue.` and the port when unset' }),
    PUBLIC_URL: z.url().optional().meta({
      description:
        'Where browsers find this installation; needed with OIDC_ISSUER, and with SMTP_URL for the links of mails',
      example: 'https://polylogue.example',
    }),
    ...oidcConfig,
    SIGN_IN_TRIES: count(10, 'Sign-in attempts per five minutes for one e-mail from one address'),
    SIGN_IN_TRIES_PER_ADDRESS: count(100, 'Sign-in attempts per five minutes from one address'),
    BODY_IDLE_SECONDS: z.coerce
      .number()
      .min(0.1)
      .max(300)
      .default(30)
      .meta({ description: 'Max seconds between two chunks of a request body; with files the whole body has 300 s' }),
    BODY_SECONDS: z.coerce
      .number()
      .min(0.1)
      .max(300)
      .default(60)
      .meta({ description: 'Max seconds that a request body of JSON (at most 1 MiB) may take' }),
    MAX_CONNECTIONS: z.coerce
      .number()
      .int()
      .min(1)
      .default(10_000)
      .meta({ description: 'Max connections of a gateway; an open page holds one' }),
    WEB_ROOT: z
      .string()
      .optional()
      .meta({ description: 'Folder with shell/dist and mfe-*/dist to serve; unset where nginx serves them' }),
    ADMIN_EMAIL: z
      .string()
      .optional()
      .meta({ description: 'The e-mail whose account at the OIDC issuer is always admin and approved' }),
    BUILD_NUMBER: z.string().default('20250710-001').meta({ description: 'Build number in the footer' }),
    DEPLOYMENT_DATE: z.string().default('2025-07-10').meta({ description: 'Deployment date in the footer' }),
  });

export type GatewayConfig = z.output<typeof config>;

/** Whether the gateway listens where other machines reach it. */
export const isExposed = ({ HOST }: Pick<GatewayConfig, 'HOST'>): boolean => !isLoopback(HOST);
