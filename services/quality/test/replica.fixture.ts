import { startReplica as start, type FreshDatabase } from '@polylogue/test-kit';
import type { Upstreams } from './quality.fixture.js';

/** Quality as a process of its own, that a test can kill. */
export const startReplica = ({ url }: Upstreams, database: FreshDatabase, eventsPrefix: string) =>
  start('quality', {
    database,
    eventsPrefix,
    env: {
      ADMIN_GRPC_URL: url,
      CONVERSATION_GRPC_URL: url,
      AI_DISPATCH_GRPC_URL: url,
      QUALITY_RECONCILE_SECONDS: '0.2',
      QUALITY_RETRY_SECONDS: '0.02',
      QUALITY_LEASE_SECONDS: '600',
    },
  });
