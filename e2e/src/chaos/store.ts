import type { PostReceiver } from '@polylogue/test-kit';
import type { Account } from '../account.js';

/** Where the oracle reads what is stored: as the users do, and events in the database. */
export interface Store {
  url: string;
  databaseUrl: string;
  accounts: readonly Account[];
  receiver: Pick<PostReceiver, 'posts'>;
}

export async function inTurn<In, Out>(all: readonly In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

/** A faulty answer is thrown: there are no faults any more when the oracle reads. Missing is missing. */
export async function read<T>({ url, accounts }: Store, user: number, path: string): Promise<T | undefined> {
  const headers = { cookie: accounts[user]!.cookie };
  const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(20_000) });
  const text = await answer.text();
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}
