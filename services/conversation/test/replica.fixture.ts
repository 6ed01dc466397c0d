import { BroadcastsServiceDefinition } from '@polylogue/proto';
import { startReplica as start, type FreshDatabase } from '@polylogue/test-kit';

/** The service as a process of its own, which a test can kill. */
export async function startReplica(aiUrl: string, database: FreshDatabase, env: Record<string, string> = {}) {
  const usual = { CONVERSATION_LEASE_SECONDS: '600', CONVERSATION_HEARTBEAT_SECONDS: '0.25' };
  const addresses = { ADMIN_GRPC_URL: aiUrl, AI_DISPATCH_GRPC_URL: aiUrl };
  const replica = await start('conversation', { database, env: { ...addresses, ...usual, ...env } });
  return { ...replica, broadcasts: replica.client(BroadcastsServiceDefinition) };
}
