import { join } from 'node:path';
import { searchFiles, searchPostgres, searchRedis, type Finding, type Needles } from '../stores.js';
import type { Ground } from './ground.js';
import { beginningOfWords, wordOf } from './markers.rules.js';
import type { Done, Stored } from './evidence.js';

/** What is left of users of whom it was answered that they are erased: words, name, e-mail, session. */
export async function findLeft(ground: Ground, done: readonly Done[]): Promise<Stored['left']> {
  const gone = done.filter(({ erases, isAcknowledged }) => erases && isAcknowledged);
  if (gone.length === 0) return [];
  const sessions = await Promise.all(gone.map((deed) => openSessionOf(ground, deed)));
  // One search for all of them is enough where nothing is left.
  const anything = await search(ground, { any: beginningOfWords });
  if (anything.length === 0) return sessions.flat();
  const found = await search(ground, Object.fromEntries(gone.map(({ marker }) => [marker, wordOf(marker)])));
  return [...sessions.flat(), ...found.map(({ what, where }) => ({ marker: what, where }))];
}

async function search({ databaseUrl, stack, folder }: Ground, needles: Needles): Promise<Finding[]> {
  const found = [
    await searchPostgres({ databaseUrl }, needles),
    await searchRedis(stack.backing.redis.url, needles),
    await searchFiles(join(folder, 'nats'), needles, () => false),
    await searchFiles(join(folder, 'logs'), needles, () => false),
  ];
  return found.flat();
}

async function openSessionOf({ url }: Ground, { marker, erases }: Done): Promise<Stored['left']> {
  const answer = await fetch(`${url}/api/auth/user`, { headers: { cookie: erases!.cookie } });
  await answer.body?.cancel();
  return answer.status === 401 ? [] : [{ marker, where: `its session is answered ${answer.status}` }];
}
