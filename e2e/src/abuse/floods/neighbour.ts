import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../account.js';
import { Api } from '../../api.js';
import type { Served } from './neighbour.rules.js';

/** Who is served badly makes fewer calls in this time. */
const patienceMs = 60_000;

/** A user who goes on using the product while somebody floods it: reads a list, and now and then sends a message. */
export async function useBeside(url: string, account: Account, calls: number): Promise<Served> {
  const api = new Api(url, account);
  const served: Served = { times: [], faults: [] };
  const until = performance.now() + patienceMs;
  for (let at = 0; at < calls && performance.now() < until; at += 1) {
    const begun = performance.now();
    try {
      const isSent = at % 10 === 9;
      const message = { message: `Call ${at}`, selectedAIs: ['well'], mode: 'individual' };
      const answer = isSent
        ? await api.fetch('POST', '/api/send-message', message, { connection: 'close' })
        : await api.fetch('GET', '/api/conversations?limit=20&messages=last');
      const text = await answer.text();
      if (!answer.ok) served.faults.push(`answered ${answer.status}: ${text.slice(0, 100)}`);
      // A message takes as long as its provider does: only that it is answered well counts.
      else if (!isSent) served.times.push(performance.now() - begun);
    } catch (error) {
      served.faults.push(String(error));
    }
    await sleep(20);
  }
  return served;
}
