import { randomBytes } from 'node:crypto';
import {
  createLogger,
  startService,
  type GrpcClient,
  type GrpcDefinition,
  type RetryPolicy,
  type RunningService,
  type ServiceDefinition,
} from '@polylogue/service-kit';
import type { z } from 'zod';
import { clientOf } from './client-of.js';
import { freshDatabase, type FreshDatabase } from './fresh-database.js';
import { sliceEnvironment } from './slice-environment.js';
import { testingNest, type Replacement } from './testing-nest.js';

/** What a test wants to be different. */
export interface StartSliceOptions {
  /** Further environment, such as the URL of a stub: `{ AI_DISPATCH_GRPC_URL: stub.url }`. */
  env?: Record<string, string>;
  /** Use this database (to restart on it) rather than a fresh one. It is then not dropped on close. */
  database?: FreshDatabase;
  /** Share events with another slice by naming the same prefix. */
  eventsPrefix?: string;
  retries?: RetryPolicy;
  /** See `StartOptions` of the service kit. */
  eventRequestMs?: number;
  /** Its gRPC server is reached without the wire, as between slices of one process; over the wire otherwise. */
  isLocal?: boolean;
  /** Providers that are another thing in this test: a clock, something random. */
  replace?: readonly Replacement[];
  /** Takes each log line; silent otherwise. */
  onLog?: (line: Record<string, unknown>) => void;
}

/** A slice running in this process behind its real endpoints. */
export interface RunningSlice {
  service: RunningService;
  database: FreshDatabase;
  eventsPrefix: string;
  /** `host:port` of its gRPC server. */
  grpcUrl: string;
  /** A typed client that speaks as the gateway; give `callerToken(user)` per call to speak for a user. */
  client<D extends GrpcDefinition>(definition: D): GrpcClient<D>;
  /** Closes clients and service, and drops the database if it was made for this start. */
  close(): Promise<void>;
}

/** Starts a slice on a fresh database, with a stream of its own on NATS, so that tests do not meet. */
export async function startSlice<S extends z.ZodObject>(
  definition: ServiceDefinition<S>,
  options: StartSliceOptions = {},
): Promise<RunningSlice> {
  const database = options.database ?? (await freshDatabase(definition));
  const eventsPrefix = options.eventsPrefix ?? `test_${randomBytes(6).toString('hex')}`;
  const onLog = options.onLog;
  const service = await startService(definition, {
    env: { ...(await sliceEnvironment(definition.name, database, eventsPrefix)), ...options.env },
    onFault: 'throw',
    signals: false,
    isLocal: options.isLocal ?? false,
    retries: options.retries,
    eventRequestMs: options.eventRequestMs,
    nest: testingNest(options.replace),
    logger: onLog
      ? createLogger(definition.name, 'debug', { write: (line) => onLog(JSON.parse(line) as Record<string, unknown>) })
      : undefined,
  });
  const clients: { close(): void }[] = [];
  const grpcUrl = service.grpcUrl ?? '';
  return {
    service,
    database,
    eventsPrefix,
    grpcUrl,
    client: (wanted) => {
      const client = clientOf(wanted, grpcUrl, definition.name);
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) client.close();
      await service.close();
      if (!options.database) await database.drop();
    },
  };
}
