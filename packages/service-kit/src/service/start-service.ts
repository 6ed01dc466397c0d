import { OperationsServiceDefinition } from '@polylogue/proto';
import type { Queue } from 'bull';
import type { z } from 'zod';
import { unprefixed, type BaseConfig } from '../config/base-config.js';
import { loadConfig } from '../config/load-config.js';
import type { Database } from '../database/database.js';
import { databaseMetrics } from '../database/database-metrics.js';
import type { Events } from '../events/events.js';
import { findHandlers } from '../events/find-handlers.js';
import { definitionsOf } from '../grpc/definitions-of.js';
import { keepFailedJobs } from '../jobs/failed-jobs.js';
import { forgetClosedStreams } from '../jobs/forget-closed-streams.js';
import { ignoreCloseErrors } from '../jobs/ignore-close-errors.js';
import { queueDependency } from '../jobs/queue-dependency.js';
import { queueMetrics } from '../jobs/queue-metrics.js';
import { followMaster } from '../jobs/redis-master.js';
import type { Dependency } from '../lifecycle/dependency.js';
import { closeOnSignal } from '../lifecycle/signals.js';
import { createLogger, type Logger } from '../logging/logger.js';
import type { Ask } from '../schema/migrate.js';
import { patiently, prepareSchema, prepareSchemaOnly } from '../schema/prepare-schema.js';
import { waitForSchema } from '../schema/wait-for-schema.js';
import { openTracing } from '../tracing/open-tracing.js';
import { Closers } from './closers.js';
import { startHealthServer } from './health-server.js';
import { createServers, type Servers } from './servers.js';
import type { RunningService, ServiceDefinition, StartOptions } from './service-definition.js';
import { makeErasure, makeParts, moduleAround, type ServiceParts, type Starting } from './service-parts.js';
import { setHeapGrowth } from './set-heap-growth.js';

/**
 * Starts a service. With the argument `migrate` it only brings the schema up to date and ends the process. Throws
 * `ConfigError` with every fault of the environment, or what kept it from starting; nothing stays open then.
 */
export async function startService<S extends z.ZodObject>(
  definition: ServiceDefinition<S>,
  options: StartOptions = {},
): Promise<RunningService> {
  const config = loadConfig(definition.config, options.env, options);
  const base = unprefixed(definition.name, config);
  const logger = options.logger ?? createLogger(definition.name, base.LOG_LEVEL);
  if (process.argv[2] === 'migrate' && !options.env) return prepareSchemaOnly(definition, base, logger);

  const closers = new Closers(logger);
  try {
    const grpc = definitionsOf(definition.module);
    return await open({ definition, grpc, options, config, base, logger }, closers);
  } catch (error) {
    logger.fatal({ err: error }, 'could not start');
    await closers.closeAll();
    throw error;
  }
}

async function open<S extends z.ZodObject>(starting: Starting<S>, closers: Closers): Promise<RunningService> {
  const { definition, options, base, config, logger } = starting;
  if (!base.MIGRATE_AT_START) await waitForSchema(definition, base, logger);
  const tracing = await openTracing(tracingOptions(definition.name, base, logger));
  closers.add(() => tracing.close());
  const parts = makeParts(starting, tracing);
  const { database, events } = parts;
  closers.add(() => database.close());
  await patiently(() => database.connect(), logger);
  const worker: Ask = (sql, values) => database.worker.query(sql, values);
  if (base.MIGRATE_AT_START) await prepareSchema(definition, base, logger, worker);

  const servers = await serversOf(starting, parts);
  closers.add(
    () => events.stop(),
    () => servers.app.close(),
  );
  const queues = definition.queues?.(servers.app) ?? [];
  for (const queue of queues) prepareQueue(queue, definition.name, parts);
  await servers.listen();
  const erasure = makeErasure(definition.name, parts, (config as AdminAddress).ADMIN_GRPC_URL);
  events.start([...findHandlers(servers.app, definition.name), erasure.handler]);
  closers.add(() => erasure.stop());
  erasure.start();

  const dependencies = [...dependenciesOf(parts, queues), ...(definition.dependencies?.(servers.app) ?? [])];
  const health = await startHealth(parts, base, dependencies, queues);
  // After everything else: health checks see the service drain until it is gone.
  closers.addLast(() => health.close());

  const close = closeOnce(parts, servers, closers, options);
  setHeapGrowth();
  const urls = { grpcUrl: servers.grpcUrl(), httpUrl: servers.httpUrl() };
  logger.info({ grpc: urls.grpcUrl, http: urls.httpUrl }, 'started');
  const healthUrl = (await health.getUrl()).replace('[::1]', '127.0.0.1');
  return { app: servers.app, ...urls, healthUrl, database, events, close };
}

/** A key that every slice has; admin's own address has the same name. */
type AdminAddress = { ADMIN_GRPC_URL: string };

function tracingOptions(service: string, base: BaseConfig, logger: Logger) {
  const { BUILD_VERSION: version, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = base;
  return { service, version, logger, endpoint, ratio };
}

function serversOf<S extends z.ZodObject>(starting: Starting<S>, parts: ServiceParts): Promise<Servers> {
  const { definition, grpc, options, config, base, logger } = starting;
  const { verifier, signer, metrics, tracing, drain } = parts;
  return createServers(moduleAround(starting, parts), {
    base,
    definitions: grpc.length > 0 ? [...grpc, OperationsServiceDefinition] : [],
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
}

function prepareQueue(queue: Queue, service: string, { events, database, logger }: ServiceParts): void {
  ignoreCloseErrors(queue);
  forgetClosedStreams(queue);
  followMaster(queue.client);
  keepFailedJobs(queue, { service, events, database, logger });
}

function dependenciesOf(
  { database, events }: { database: Database; events: Events },
  queues: readonly Queue[],
): Dependency[] {
  return [
    { name: 'postgres', check: () => database.ping() },
    { name: 'nats', isOptional: true, check: () => mustBeConnected(events) },
    ...queues.map(queueDependency),
  ];
}

function mustBeConnected(events: Events): Promise<void> {
  return events.isConnected ? Promise.resolve() : Promise.reject(new Error('NATS does not answer; events are late'));
}

function startHealth(
  { metrics, database, operations, drain }: ServiceParts,
  base: BaseConfig,
  dependencies: readonly Dependency[],
  queues: readonly Queue[],
) {
  operations.observe(dependencies, queues);
  queueMetrics(metrics, queues);
  databaseMetrics(metrics, database);
  return startHealthServer({ isDraining: () => drain.signal.aborted, metrics, dependencies }, base);
}

/** Drains and closes the service, once however often it is called; a signal calls it unless the options say no. */
function closeOnce({ drain, logger }: ServiceParts, servers: Servers, closers: Closers, { signals }: StartOptions) {
  let closing: Promise<void> | undefined;
  const shutDown = async () => {
    forgetSignals();
    drain.begin();
    await servers.drain(drain.seconds);
    await closers.closeAll();
    logger.info('stopped');
  };
  const close = () => (closing ??= shutDown());
  const forgetSignals = signals === false ? () => {} : closeOnSignal({ close });
  return close;
}
