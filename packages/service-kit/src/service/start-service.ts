import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { MixedList } from 'typeorm';
import type { z } from 'zod';
import { CallerSigner } from '../caller/caller-signer.js';
import { CallerVerifier } from '../caller/caller-verifier.js';
import { unprefixed, type BaseConfig } from '../config/base-config.js';
import { loadConfig, type LoadConfigOptions } from '../config/load-config.js';
import { Database } from '../database/database.js';
import { migrate } from '../database/migrate.js';
import type { MigrationClass } from '../database/sql-migration.js';
import { AppError } from '../errors/app-error.js';
import type { RetryPolicy } from '../events/event-consumer.js';
import { Events } from '../events/events.js';
import { findHandlers } from '../events/find-handlers.js';
import type { GrpcDefinition } from '../grpc/definition.js';
import { createLogger, type Logger } from '../logging/logger.js';
import { createDoors, type HttpDoor } from './doors.js';
import { Drain } from './drain.js';
import { startHealthServer } from './health-server.js';
import { KitModule } from './kit.module.js';
import { createMetrics } from './metrics.js';
import { closeOnSignal } from './signals.js';
import { CONFIG, LOGGER, METRICS } from './tokens.js';

/** Everything that makes a slice a running service. */
export interface ServiceDefinition<S extends z.ZodObject = z.ZodObject> {
  /** The slice's word: `ai-dispatch`. */
  name: string;
  module: Type;
  /** `baseConfig(name)` extended with the slice's own keys. */
  config: S;
  /** The definitions its controllers are the `@GrpcDoor` of. */
  grpc?: readonly GrpcDefinition[];
  migrations?: readonly MigrationClass[];
  // TypeORM's own type for a list of entity classes.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type
  entities?: MixedList<Function>;
  /** A public HTTP door; only the gateway has one. */
  http?: HttpDoor<z.output<S>>;
  /** What `/readyz` names beside the database. */
  dependencies?: (app: INestApplicationContext) => { name: string; check: () => Promise<void>; isOptional?: boolean }[];
}

/** How one start differs from the usual; tests use it. */
export interface StartOptions extends LoadConfigOptions {
  env?: NodeJS.ProcessEnv;
  /** False: the caller closes the service; no signal does. */
  signals?: boolean;
  retries?: RetryPolicy;
  logger?: Logger;
}

/** A running service. */
export interface RunningService {
  app: INestApplicationContext;
  /** `host:port`, or undefined without a gRPC door. */
  grpcUrl: string | undefined;
  /** Base URL of the public HTTP door, if any. */
  httpUrl: string | undefined;
  /** Base URL of /healthz, /readyz and /metrics. */
  healthUrl: string;
  database: Database;
  events: Events;
  /** Not ready, drain, flush, close. */
  close(): Promise<void>;
}

/** Keeps the types of a definition; a slice's `service.ts` exports one, its `main.ts` starts it. */
export function defineService<S extends z.ZodObject>(definition: ServiceDefinition<S>): ServiceDefinition<S> {
  return definition;
}

/** Starts a service. With the argument `migrate` it only brings the schema up to date and ends. */
export async function startService<S extends z.ZodObject>(
  definition: ServiceDefinition<S>,
  options: StartOptions = {},
): Promise<RunningService> {
  const { name } = definition;
  const config = loadConfig(definition.config, options.env, options);
  const base = unprefixed(name, config);
  const logger = options.logger ?? createLogger(name, base.LOG_LEVEL);
  if (process.argv[2] === 'migrate' && !options.env) return migrateOnly(definition, base, logger);
  if (base.MIGRATE_AT_START) await migrateService(definition, base, logger);

  const database = new Database({
    schema: schemaOf(name),
    appUrl: base.DATABASE_URL,
    workerUrl: base.WORKER_DATABASE_URL,
    poolSize: base.DATABASE_POOL,
    entities: definition.entities,
    logger,
  });
  await patiently(() => database.connect(), logger);

  const metrics = createMetrics(name);
  const drain = new Drain(base.DRAIN_SECONDS);
  const events = new Events({
    service: name,
    url: base.NATS_URL,
    prefix: base.EVENTS_PREFIX,
    database,
    logger,
    metrics,
    retries: options.retries,
  });
  const module = KitModule.around(definition.module, [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: logger },
    { provide: METRICS, useValue: metrics },
    { provide: Database, useValue: database },
    { provide: Events, useValue: events },
    { provide: Drain, useValue: drain },
    { provide: CallerSigner, useValue: new CallerSigner(name, base.SIGNING_KEY) },
  ]);
  const doors = await createDoors(module, {
    grpcUrl: base.GRPC_URL,
    definitions: definition.grpc ?? [],
    verifier: new CallerVerifier(base.CALLER_PUBLIC_KEYS),
    http: definition.http,
    config,
    logger,
    metrics,
    isServing: () => !drain.signal.aborted,
  });
  await doors.listen();
  events.start(findHandlers(doors.app, name));
  const health = await startHealthServer(
    {
      isDraining: () => drain.signal.aborted,
      metrics,
      dependencies: [
        { name: 'postgres', check: () => database.ping() },
        { name: 'nats', isOptional: true, check: () => connected(events) },
        ...(definition.dependencies?.(doors.app) ?? []),
      ],
    },
    base.HEALTH_PORT,
  );

  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      forget();
      drain.begin();
      await doors.drain(drain.seconds);
      await doors.app.close();
      await events.stop();
      await database.close();
      await health.close();
      logger.info('stopped');
    })());
  const forget = options.signals === false ? () => {} : closeOnSignal({ close });
  logger.info({ grpc: doors.grpcUrl(), http: doors.httpUrl() }, 'started');
  return {
    app: doors.app,
    grpcUrl: doors.grpcUrl(),
    httpUrl: doors.httpUrl(),
    healthUrl: (await health.getUrl()).replace('[::1]', '127.0.0.1'),
    database,
    events,
    close,
  };
}

function schemaOf(name: string): string {
  return name.replaceAll('-', '_');
}

function connected(events: Events): Promise<void> {
  return events.isConnected ? Promise.resolve() : Promise.reject(new Error('NATS does not answer; events are late'));
}

async function migrateService(definition: ServiceDefinition, base: BaseConfig, logger: Logger): Promise<void> {
  const ownerUrl = base.OWNER_DATABASE_URL;
  if (!ownerUrl) {
    const sentence = `Set the owner's database URL of ${definition.name}, or MIGRATE_AT_START=false.`;
    throw new AppError('internal', 'owner_url_missing', sentence);
  }
  const schema = schemaOf(definition.name);
  const work = () => migrate({ schema, ownerUrl, migrations: definition.migrations ?? [] });
  const ran = await patiently(work, logger);
  if (ran.length > 0) logger.info({ migrations: ran }, 'the schema is up to date');
}

async function migrateOnly(definition: ServiceDefinition, base: BaseConfig, logger: Logger): Promise<never> {
  try {
    await migrateService(definition, base, logger);
  } catch (error) {
    logger.fatal({ err: error }, 'the schema could not be brought up to date');
    process.exit(1);
  }
  process.exit(0);
}

const patienceMs = 30_000;

/** Postgres may start later than its services do. */
async function patiently<T>(work: () => Promise<T>, logger: Logger): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!AppError.is(error) || error.kind !== 'unavailable' || Date.now() > until) throw error;
      logger.warn({ err: error }, 'waiting for the database');
      await sleep(500);
    }
  }
}
