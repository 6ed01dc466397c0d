import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { Session } from '../client/session.js';
import { startChild } from '../processes/child.js';
import { cpuSeconds } from '../processes/usage.js';
import { makeConversationDatabase } from '../history/conversation-database.js';
import { askFanOut } from './ask-fan-out.js';

export type StoredFanOut = Awaited<ReturnType<typeof startStoredFanOut>>;

/**
 * The fan-out that stores, in its own process, with a database of its own in the product's PostgreSQL: made by
 * conversation's migrations, so that its tables, indexes and triggers are always the product's.
 */
export async function startStoredFanOut(upstreamPort: number, adminUrl: string, environment: NodeJS.ProcessEnv) {
  const database = await makeConversationDatabase('stored_fan_out', adminUrl, environment);
  await database.migrate();
  const child = startChild(new URL('./stored-fan-out-process.js', import.meta.url));
  const port = await child.call<number>('listen', database.url);
  const agent = new Agent({ keepAlive: true });
  const users: string[] = [];
  const userOf = (index: number) => (users[index] ??= randomUUID());
  return {
    seconds: () => cpuSeconds([child.pid]),
    /** The bytes it holds after a garbage collection. */
    liveBytes: () => child.call<number>('held'),
    /** As many users as are requested; always the same ones. */
    sessions: (count: number): Pick<Session, 'broadcast'>[] =>
      Array.from({ length: count }, (_, index) => ({
        broadcast: (key, services) => askFanOut({ port, upstreamPort, agent, key, services, userId: userOf(index) }),
      })),
    async stop() {
      agent.destroy();
      await child.stop();
      await database.drop();
    },
  };
}
