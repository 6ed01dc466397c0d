import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedHistory } from '../history/seed-history.js';
import { makeConversationDatabase, withClient, type ConversationDatabase } from '../history/conversation-database.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { atMost, ms, type Row } from '../table/rows.rules.js';

/** How many migrations of conversation are older than this measure; they are not timed. */
const released = 17;
const floorMs = 2_000;
const maxWaitMs = 250;

/** What each migration of conversation since takes where a million messages are stored (or as many as wanted), and how long a write waits for it. */
export async function migrations(rig: Rig): Promise<Measured> {
  const { postgresUrl, environment } = rig.stack;
  const database = await makeConversationDatabase('migrations', postgresUrl, environment);
  try {
    await database.migrate(released);
    const conversations = Math.round((rig.messages ?? (rig.isQuick ? 5_000 : 1_000_000)) / 10);
    await withClient(database.url, (admin) => seedHistory(admin, [{ userId: randomUUID(), conversations }]));
    const rows: Row[] = [];
    const floor = await whileWriting(database.url, () => sleep(floorMs));
    for (let end = released + 1; end <= database.migrations.length; end += 1) {
      const { took, longest } = await whileWriting(database.url, () => database.migrate(end));
      rows.push({
        measure: `migrations: ${nameOf(database, end - 1)}, ${(10 * conversations).toLocaleString('en-US')} messages stored`,
        ours: `${ms(took)}, longest write ${ms(longest)}`,
        floor: `longest write without it ${ms(floor.longest)}`,
        goal: `≤ ${ms(maxWaitMs)}`,
        verdict: atMost(longest, maxWaitMs),
      });
    }
    return { rows, failures: [] };
  } finally {
    await database.drop();
  }
}

/** Does something while messages are stored one after the other: how long it took, and the longest write. In ms. */
const whileWriting = (url: string, work: () => Promise<unknown>): Promise<{ took: number; longest: number }> =>
  withClient(url, async (client) => {
    let longest = 0;
    let isOver = false;
    const write = () =>
      client.query(`INSERT INTO conversation.messages (id, user_id, conversation_id, role, content, status)
        SELECT gen_random_uuid(), user_id, id, 'user', 'x', 'completed' FROM conversation.conversations LIMIT 1`);
    const keepWriting = async () => {
      while (!isOver) {
        const began = performance.now();
        await write();
        longest = Math.max(longest, performance.now() - began);
      }
    };
    await write();
    const writing = keepWriting();
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    isOver = true;
    await writing;
    return { took, longest };
  });

/** "generation", say: TypeORM's name without its number. */
const nameOf = ({ migrations: all }: ConversationDatabase, at: number): string =>
  (new all[at]!().name ?? '').replace(/1700000\d+$/, '');
