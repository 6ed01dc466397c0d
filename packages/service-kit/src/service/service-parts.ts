import type { z } from 'zod';
import { CallerSigner } from '../caller/caller-signer.js';
import { CallerVerifier } from '../caller/caller-verifier.js';
import type { BaseConfig } from '../config/base-config.js';
import { Database } from '../database/database.js';
import { erasureHandler } from '../erasure/erase-user.js';
import { ErasedUsers } from '../erasure/erased-users.js';
import { ErasureSweeper } from '../erasure/erasures.js';
import { Events } from '../events/events.js';
import { sliceOf, type GrpcDefinition } from '../grpc/definition.js';
import { Drain } from '../lifecycle/drain.js';
import type { Logger } from '../logging/logger.js';
import { warningMetrics } from '../logging/warning-counts.js';
import { OperationsGrpc } from '../operations/operations.grpc.js';
import { Operations } from '../operations/operations.js';
import { schemaOf } from '../schema/prepare-schema.js';
import { Tracing } from '../tracing/tracing.js';
import { KitModule } from './kit.module.js';
import { createMetrics } from './metrics.js';
import type { ServiceDefinition, StartOptions } from './service-definition.js';
import { CONFIG, LOGGER, METRICS } from './tokens.js';

/** A service about to start: its definition with its configuration, parsed. */
export interface Starting<S extends z.ZodObject> {
  definition: ServiceDefinition<S>;
  /** What its controllers answer. */
  grpc: readonly GrpcDefinition[];
  options: StartOptions;
  config: z.output<S>;
  base: BaseConfig;
  logger: Logger;
}

/** What the kit brings into every service. */
export type ServiceParts = ReturnType<typeof makeParts>;

/** Makes the parts; none of them is connected yet. */
export function makeParts<S extends z.ZodObject>(starting: Starting<S>, tracing: Tracing) {
  const { definition, grpc, options, base, logger } = starting;
  const { name: service, entities } = definition;
  const { DATABASE_URL: appUrl, WORKER_DATABASE_URL: workerUrl, DATABASE_POOL: poolSize } = base;
  const { NATS_URL: url, NATS_PASSWORD: password, EVENTS_PREFIX: prefix, EVENTS_REPLICAS: replicas } = base;
  const { retries, eventRequestMs: requestMs } = options;
  const metrics = createMetrics(service);
  warningMetrics(metrics, logger);
  const database = new Database({ schema: schemaOf(service), appUrl, workerUrl, poolSize, entities, logger });
  const nats = { url, password, prefix, replicas, requestMs };
  const events = new Events({ service, ...nats, database, logger, metrics, tracing, retries });
  const drain = new Drain(base.DRAIN_SECONDS);
  const operations = new Operations({ service, version: base.BUILD_VERSION, database, events, drain });
  const signer = new CallerSigner(service, base.SIGNING_KEY);
  const verifier = new CallerVerifier(base.CALLER_PUBLIC_KEYS, [service, ...grpc.map(sliceOf)]);
  return { logger, metrics, tracing, database, events, drain, operations, signer, verifier };
}

/** Removes users who are erased: when the event comes, and again what is written of them afterwards. */
export function makeErasure(service: string, { database, signer, logger }: ServiceParts, adminUrl: string) {
  const erased = new ErasedUsers(adminUrl, signer);
  const sweeper = new ErasureSweeper(database, logger);
  return {
    handler: erasureHandler(database, service, erased, () => sweeper.nudge()),
    start: () => sweeper.start(),
    stop: async () => {
      await sweeper.stop();
      erased.close();
    },
  };
}

/** The slice's module with the kit's parts injectable everywhere in it; with a gRPC server, it has OperationsGrpc, too. */
export function moduleAround<S extends z.ZodObject>({ definition, grpc, config }: Starting<S>, parts: ServiceParts) {
  const shared = [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: parts.logger },
    { provide: METRICS, useValue: parts.metrics },
    { provide: Tracing, useValue: parts.tracing },
    { provide: Database, useValue: parts.database },
    { provide: Events, useValue: parts.events },
    { provide: Drain, useValue: parts.drain },
    { provide: Operations, useValue: parts.operations },
    { provide: CallerSigner, useValue: parts.signer },
  ];
  return KitModule.around(definition.module, shared, grpc.length > 0 ? [OperationsGrpc] : []);
}
