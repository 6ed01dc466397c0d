import { lostIn } from '../client/lost.rules.js';
import type { Seen } from '../client/seen.js';
import type { Session } from '../client/session.js';
import type { Upstream } from '../upstream/upstream.js';
import { services } from './services.js';

/** So many broadcasts one after the other, on so many lines of each session at once. */
export interface BroadcastRound {
  name: string;
  lines: number;
  each: number;
}

/** Whole broadcasts to all services: how many there were, and what was lost in them. */
export async function playRound(
  upstream: Upstream,
  sessions: readonly Pick<Session, 'broadcast'>[],
  { name, lines, each }: BroadcastRound,
) {
  const readings = sessions.flatMap((session, user) =>
    Array.from({ length: lines }, async (_, line) => {
      const seen: Seen[] = [];
      for (let index = 0; index < each; index += 1) {
        seen.push(await session.broadcast(`${name}-${user}-${line}-${index}`, services));
      }
      return seen;
    }),
  );
  const seen = (await Promise.all(readings)).flat();
  const { spoken } = await upstream.take();
  return { count: seen.length, failures: seen.flatMap((one) => lostIn(one, spoken, services).sentences) };
}
