import { z } from 'zod';
import { count } from './fields.js';

type Shout<S extends string> = S extends `${infer A}-${infer B}` ? `${Uppercase<A>}_${Shout<B>}` : Uppercase<S>;

/** `ai-dispatch` as environment variables spell it: `AI_DISPATCH`. */
export function envPrefix<S extends string>(slice: S): Shout<S> {
  return slice.replaceAll('-', '_').toUpperCase() as Shout<S>;
}

const url = (description: string, example: string) => z.url().meta({ description, example });
const address = (description: string, example: string) =>
  z
    .string()
    .regex(/^[^\s:/]+:\d+$/)
    .meta({ description, example });
const port = z.coerce.number().int().min(0).max(65535);

const jsonKeys = z
  .string()
  .transform((text, context): Record<string, string> => {
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'it must be a JSON object of issuer to key' });
      return z.NEVER;
    }
  })
  .meta({
    description: 'Ed25519 public keys of the services that may call, as JSON: issuer to base64 SPKI DER',
    example: '{"gateway":"MCowBQYDK2VwAyEA..."}',
  });

/** Keys without a slice's prefix, the same for every service. */
const shared = {
  ADMIN_GRPC_URL: address('host:port of the admin service, which confirms that a user is erased', '127.0.0.1:7005'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Address the servers listen on; 0.0.0.0 or :: for every interface' }),
  HEALTH_HOST: z
    .string()
    .optional()
    .meta({ description: 'Address of /healthz, /readyz and /metrics; that of HOST when unset' }),
  NATS_URL: url('Where NATS with JetStream listens', 'nats://127.0.0.1:4222'),
  EVENTS_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .default('polylogue')
    .meta({
      description: 'Prefix of every subject and name of the stream; a different one for each installation on one NATS',
    }),
  EVENTS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1).meta({
    description: 'How many servers of a NATS cluster keep each event; 3 where there are three',
  }),
  REDIS_URL: url('Where Redis listens; its memory policy must be noeviction', 'redis://127.0.0.1:6379').optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta({ description: 'The minimum level that is logged' }),
  BUILD_VERSION: z.string().default('1.7.0').meta({ description: 'Version in the footer and on the status page' }),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .default(10)
    .meta({ description: 'How many seconds calls in flight have to finish when the service is stopped' }),
  MIGRATE_AT_START: z
    .stringbool()
    .default(false)
    .meta({ description: 'Whether the service runs its migrations when it starts' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    'Base URL of an OTLP/HTTP collector of traces; nothing is traced without it',
    'http://127.0.0.1:4318',
  ).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: 'The share of traces that is recorded, 0 to 1' }),
  CALLER_PUBLIC_KEYS: jsonKeys,
};

function ownKeys<P extends string>(prefix: P) {
  const schema = prefix.toLowerCase();
  const database = (role: string, what: string) =>
    url(what, `postgres://${schema}_${role}:secret@127.0.0.1:5432/polylogue`);
  return {
    DATABASE_URL: database('app', 'The application role, under row-level security'),
    WORKER_DATABASE_URL: database('worker', 'The worker role, with few privileges, for work outside of user requests'),
    OWNER_DATABASE_URL: database('owner', 'The role that owns the schema; used by migrations only').optional(),
    DATABASE_POOL: count(10, 'Max connections per role'),
    GRPC_URL: address('host:port where the service listens and clients reach it', '127.0.0.1:7001'),
    HEALTH_PORT: port.meta({ description: 'Port of /healthz, /readyz and /metrics', example: '7101' }),
    NATS_PASSWORD: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: `Password of the user ${prefix.toLowerCase().replaceAll('_', '-')} on NATS; without it the credentials in NATS_URL are used, if any`,
      }),
    SIGNING_KEY: z
      .string()
      .min(40)
      .meta({ description: 'Ed25519 private key, base64 PKCS8 DER', example: 'MC4CAQAwBQYDK2VwBCIEI...' }),
  };
}

type Own = ReturnType<typeof ownKeys>;
type BaseShape<P extends string> = { [K in keyof Own & string as `${P}_${K}`]: Own[K] } & typeof shared;

/**
 * The keys every service has, prefixed where the slices of one process differ: `baseConfig('ai-dispatch')` has
 * `AI_DISPATCH_DATABASE_URL` and `NATS_URL`. Extend it with the slice's own keys.
 */
export function baseConfig<S extends string>(slice: S): z.ZodObject<BaseShape<Shout<S>>> {
  const prefix = envPrefix(slice);
  const own = Object.fromEntries(Object.entries(ownKeys(prefix)).map(([key, field]) => [`${prefix}_${key}`, field]));
  return z.object({ ...own, ...shared }) as unknown as z.ZodObject<BaseShape<Shout<S>>>;
}

/** The base keys without their prefix. */
export type BaseConfig = z.output<z.ZodObject<Own & typeof shared>>;

/** A slice's configuration with the prefix taken off, as this package reads it. */
export function unprefixed(slice: string, config: Readonly<Record<string, unknown>>): BaseConfig {
  const prefix = `${envPrefix(slice)}_`;
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key.startsWith(prefix) ? key.slice(prefix.length) : key, value]),
  ) as BaseConfig;
}
