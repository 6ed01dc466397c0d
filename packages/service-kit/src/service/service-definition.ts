import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Queue } from 'bull';
import type { MixedList } from 'typeorm';
import type { z } from 'zod';
import type { LoadConfigOptions } from '../config/load-config.js';
import type { Database } from '../database/database.js';
import type { MigrationClass } from '../database/sql-migration.js';
import type { RetryPolicy } from '../events/event-processor.js';
import type { Events } from '../events/events.js';
import type { Logger } from '../logging/logger.js';
import type { HttpEndpoint, NestMaker } from './servers.js';
import type { Dependency } from '../lifecycle/dependency.js';

/** Everything that makes a slice a running service. */
export interface ServiceDefinition<S extends z.ZodObject = z.ZodObject> {
  /** The slice's word: `ai-dispatch`. */
  name: string;
  /** Its `@GrpcEndpoint` controllers, and those of all modules it imports, are what the gRPC server answers. */
  module: Type;
  /** `baseConfig(name)` extended with the slice's own keys. */
  config: S;
  migrations?: readonly MigrationClass[];
  // TypeORM's own type for a list of entity classes.
  // oxlint-disable-next-line typescript/no-unsafe-function-type
  entities?: MixedList<Function>;
  /** A public HTTP endpoint; only the gateway has one. */
  http?: HttpEndpoint<z.output<S>>;
  /** What `/readyz` names beside the database. */
  dependencies?: (app: INestApplicationContext) => Dependency[];
  /** Its Bull queues: `/readyz` names their Redis, jobs that fail are kept as dead letters. */
  queues?: (app: INestApplicationContext) => Queue[];
}

/** How one start differs from the usual; tests use it. */
export interface StartOptions extends LoadConfigOptions {
  env?: NodeJS.ProcessEnv;
  /** False: the caller closes the service; no signal does. */
  signals?: boolean;
  retries?: RetryPolicy;
  /** Milliseconds NATS keeps a request for events open, at least 1,000; see {@link EventConsumerOptions}. */
  eventRequestMs?: number;
  logger?: Logger;
  /** False: slices of the same process reach its gRPC server over the wire, as those of other processes do. */
  isLocal?: boolean;
  /** Makes the Nest application; `NestFactory` when absent. */
  nest?: NestMaker;
}

/** A running service. */
export interface RunningService {
  app: INestApplicationContext;
  /** `host:port`, or undefined without a gRPC server. */
  grpcUrl: string | undefined;
  /** Base URL of the public HTTP endpoint, if any. */
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
