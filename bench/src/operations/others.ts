import { readPage } from '../history/read-history.js';
import type { Session } from '../client/session.js';
import type { Rig } from '../rig/rig.js';
import { services } from '../rig/services.js';
import { p95 } from '../table/quantile.rules.js';

/** What other users wait for. */
export interface Waited {
  lists: number[];
  sends: number[];
}

/** The same as one figure each, in ms. */
export const figuresOf = ({ lists, sends }: Waited) => ({ list: p95(lists), send: p95(sends) });

/** A message carries its thread: in one that only grows, each would take longer than the one before. */
const messagesOfThread = 12;

const list = '/api/conversations?includeAll=true&messages=none&limit=50';

/** How long work took, and what others waited for meanwhile: each lists its history and sends to one service, over and over. */
export async function besideOthers(
  rig: Rig,
  sessions: readonly Session[],
  name: string,
  work: () => Promise<unknown>,
): Promise<{ tookMs: number; waited: Waited; failures: string[] }> {
  const waited: Waited = { lists: [], sends: [] };
  const failures: string[] = [];
  let isOver = false;
  const use = async (session: Session, user: number) => {
    for (let round = 0; !isOver; round += 1) {
      if (round % messagesOfThread === 0) await session.clear();
      waited.lists.push((await readPage(rig.stack.port, session, list)).ms);
      const seen = await session.broadcast(`${name}-${user}-${round}`, services.slice(0, 1));
      waited.sends.push(seen.endedAt - seen.sentAt);
      failures.push(...seen.faults.map((fault) => `${name}: another user's message: ${fault}`));
    }
  };
  const using = Promise.all(sessions.map(use));
  // A list that fails ends the measurement, and is no unhandled rejection until then.
  using.catch(() => undefined);
  const began = performance.now();
  try {
    await work();
  } finally {
    isOver = true;
  }
  const tookMs = performance.now() - began;
  await using;
  await rig.upstream.take();
  return { tookMs, waited, failures };
}
