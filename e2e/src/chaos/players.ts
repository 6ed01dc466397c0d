import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../account.js';
import { Client } from './client.js';
import { signUpLeaver, type Ground, type Leaver } from './ground.js';
import { Journal } from './journal.js';
import { act } from './load.js';
import { wordOf } from './markers.rules.js';
import { planOf, type Action } from './plan.rules.js';

/** The users of some seeds. */
export class Players {
  readonly journal = new Journal();
  readonly #clients: Client[];

  private constructor(
    private readonly ground: Ground,
    private readonly leavers: ReadonlyMap<string, Leaver>,
    private readonly signal: AbortSignal,
  ) {
    this.#clients = ground.accounts.map((account) => this.#clientOf(account));
  }

  /** Signs up who will be erased, as long as nothing goes wrong. Once aborted, nothing is sent again. */
  static async open(seeds: readonly number[], ground: Ground, signal: AbortSignal): Promise<Players> {
    const leavers = new Map<string, Leaver>();
    for (const { kind, marker } of seeds.flatMap((seed) => planOf(seed).actions)) {
      if (kind === 'leave') leavers.set(marker, await signUpLeaver(ground, wordOf(marker)));
    }
    return new Players(ground, leavers, signal);
  }

  /** Does it when its time has come. */
  async begin(action: Action): Promise<void> {
    await pause(action.at);
    await act({
      action,
      client: this.#clients[action.user]!,
      account: this.ground.accounts[action.user]!,
      administrator: this.#clients[0]!,
      journal: this.journal,
      clientOf: (account, until) => this.#clientOf(account, until),
      leaver: this.leavers.get(action.marker),
    });
  }

  /** Tries that failed and were made again, by what they failed with. */
  get failures(): Record<string, number> {
    const sum: Record<string, number> = {};
    for (const { failures } of this.#clients)
      for (const [name, count] of failures) sum[name] = (sum[name] ?? 0) + count;
    return sum;
  }

  #clientOf(account: Account, until?: AbortSignal): Client {
    const signal = until ? AbortSignal.any([this.signal, until]) : this.signal;
    return new Client(this.ground.url, account, signal);
  }
}
