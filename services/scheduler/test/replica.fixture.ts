import { startReplica as start, type FreshDatabase } from '@polylogue/test-kit';

/** The scheduler as a process of its own, that a test can kill. */
export const startReplica = (
  upstreamsUrl: string,
  database: FreshDatabase,
  eventsPrefix: string,
  env: Record<string, string> = {},
) =>
  start('scheduler', {
    database,
    eventsPrefix,
    env: {
      AI_DISPATCH_GRPC_URL: upstreamsUrl,
      ADMIN_GRPC_URL: upstreamsUrl,
      SCHEDULER_DATABASE_POOL: '6',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
