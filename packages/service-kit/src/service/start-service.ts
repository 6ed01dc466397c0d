import { OperationsServiceDefinition } from '@polylogue/proto';
import type { z } from 'zod';
import { CallerSigner } from '../caller/caller-signer.js';
import { CallerVerifier } from '../caller/caller-verifier.js';
import { sliceOf } from '../grpc/definition.js';
import { unprefixed, type BaseConfig } from '../config/base-config.js';
import { loadConfig } from '../config/load-config.js';
import { Database } from '../database/database.js';
import { databaseMetrics } from '../database/database-metrics.js';
import { ErasedUsers } from '../erasure/erased-users.js';
import { erasureHandler } from '../erasure/erase-user.js';
import { ErasureSweeper } from '../erasure/erasures.js';
import { Events } from '../events/events.js';
import { findHandlers } from '../events/find-handlers.js';
import { keepFailedJobs } from '../jobs/failed-jobs.js';
import { heedWorker } from '../jobs/heed-worker.js';
import { queueDependency } from '../jobs/queue-dependency.js';
import { queueMetrics } from '../jobs/queue-metrics.js';
import { followMaster } from '../jobs/redis-master.js';
import { createLogger } from '../logging/logger.js';
import { openTracing } from '../tracing/open-tracing.js';
import { Tracing } from '../tracing/tracing.js';
import { OperationsGrpc } from '../operations/operations.grpc.js';
import { Operations } from '../operations/operations.js';
import { createDoors } from './doors.js';
import { Drain } from './drain.js';
import { startHealthServer } from './health-server.js';
import { KitModule } from './kit.module.js';
import { createMetrics } from './metrics.js';
import { patiently, prepareSchema, prepareSchemaOnly, schemaOf } from './prepare-schema.js';
import type { RunningService, ServiceDefinition, StartOptions } from './service-definition.js';
import { closeOnSignal } from './signals.js';
import { spareMemory } from './spare-memory.js';
import { CONFIG, LOGGER, METRICS } from './tokens.js';

/** Starts a service. With the argument `migrate` it only brings the schema up to date and ends. */
export async function startService<S extends z.ZodObject>(
  definition: ServiceDefinition<S>,
  options: StartOptions = {},
): Promise<RunningService> {
  const { name } = definition;
  const config = loadConfig(definition.config, options.env, options);
  const base = unprefixed(name, config);
  const logger = options.logger ?? createLogger(name, base.LOG_LEVEL);
  if (process.argv[2] === 'migrate' && !options.env) return prepareSchemaOnly(definition, base, logger);

  const opened: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of opened.reverse()) {
      await close().catch((error: unknown) => logger.warn({ err: error }, 'something did not close'));
    }
  };
  try {
    if (base.MIGRATE_AT_START) await prepareSchema(definition, base, logger);
    const tracing = await openTracing({
      service: name,
      version: base.BUILD_VERSION,
      logger,
      endpoint: base.OTEL_EXPORTER_OTLP_ENDPOINT,
      ratio: base.OTEL_TRACES_SAMPLER_ARG,
    });
    opened.push(() => tracing.close());
    const parts = makeParts(name, base, { ...options, logger, tracing }, definition);
    const { database, events, drain, metrics, operations, signer, verifier } = parts;
    opened.push(() => database.close());
    await patiently(() => database.connect(), logger);

    const doors = await createDoors(moduleAround(definition, config, base, parts), {
      base,
      definitions: hasGrpc(definition) ? [...definition.grpc, OperationsServiceDefinition] : [],
      verifier,
      signer,
      http: definition.http,
      config,
      logger,
      metrics,
      tracing,
      isServing: () => !drain.signal.aborted,
      isLocal: options.isLocal ?? true,
      nest: options.nest,
    });
    opened.push(() => events.stop());
    opened.push(() => doors.app.close());
    const queues = definition.queues?.(doors.app) ?? [];
    for (const queue of queues) {
      heedWorker(queue);
      followMaster(queue.client);
      keepFailedJobs(queue, { service: name, events, database, logger });
    }
    await doors.listen();
    const erasure = makeErasure(name, parts, (config as AdminAddress).ADMIN_GRPC_URL);
    events.start([...findHandlers(doors.app, name), erasure.handler]);
    opened.push(() => erasure.stop());
    erasure.start();
    const dependencies = [
      ...ownDependencies(database, events),
      ...queues.map(queueDependency),
      ...(definition.dependencies?.(doors.app) ?? []),
    ];
    operations.lookAfter(dependencies, queues);
    queueMetrics(metrics, queues);
    databaseMetrics(metrics, database);
    const isDraining = () => drain.signal.aborted;
    const health = await startHealthServer({ isDraining, metrics, dependencies }, base);
    // Last of all: who watches sees the service drain until it is gone.
    opened.unshift(() => health.close());

    let closing: Promise<void> | undefined;
    const close = () =>
      (closing ??= (async () => {
        forget();
        drain.begin();
        await doors.drain(drain.seconds);
        await closeAll();
        logger.info('stopped');
      })());
    const forget = options.signals === false ? () => {} : closeOnSignal({ close });
    spareMemory();
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
  } catch (error) {
    logger.fatal({ err: error }, 'could not start');
    await closeAll();
    throw error;
  }
}

/** A key that every slice has; admin's own address has the same name. */
type AdminAddress = { ADMIN_GRPC_URL: string };

type Parts = ReturnType<typeof makeParts>;

function makeParts(
  service: string,
  base: BaseConfig,
  { logger, retries, tracing }: Required<Pick<StartOptions, 'logger'>> & StartOptions & { tracing: Tracing },
  { entities, grpc = [] }: Pick<ServiceDefinition, 'entities' | 'grpc'>,
) {
  const { DATABASE_URL: appUrl, WORKER_DATABASE_URL: workerUrl, DATABASE_POOL: poolSize } = base;
  const { NATS_URL: url, NATS_PASSWORD: password, EVENTS_PREFIX: prefix, EVENTS_REPLICAS: replicas } = base;
  const metrics = createMetrics(service);
  const database = new Database({ schema: schemaOf(service), appUrl, workerUrl, poolSize, entities, logger });
  const events = new Events({ service, url, password, prefix, replicas, database, logger, metrics, tracing, retries });
  const drain = new Drain(base.DRAIN_SECONDS);
  const operations = new Operations({ service, version: base.BUILD_VERSION, database, events, drain });
  const signer = new CallerSigner(service, base.SIGNING_KEY);
  const verifier = new CallerVerifier(base.CALLER_PUBLIC_KEYS, [service, ...grpc.map(sliceOf)]);
  return { logger, metrics, tracing, database, events, drain, operations, signer, verifier };
}

/** What removes users who are erased: when it is told, and again what is written of them afterwards. */
function makeErasure(service: string, { database, signer, logger }: Parts, adminUrl: string) {
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

function moduleAround(definition: ServiceDefinition, config: unknown, base: BaseConfig, parts: Parts) {
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
  return KitModule.around(definition.module, shared, hasGrpc(definition) ? [OperationsGrpc] : []);
}

function hasGrpc<D extends ServiceDefinition>(definition: D): definition is D & Required<Pick<D, 'grpc'>> {
  return (definition.grpc?.length ?? 0) > 0;
}

function ownDependencies(database: Database, events: Events) {
  return [
    { name: 'postgres', check: () => database.ping() },
    { name: 'nats', isOptional: true, check: () => answers(events) },
  ];
}

function answers(events: Events): Promise<void> {
  return events.isConnected ? Promise.resolve() : Promise.reject(new Error('NATS does not answer; events are late'));
}
