import { randomUUID } from 'node:crypto';
import type { Account } from '../account.js';
import type { Client } from './client.js';
import type { Leaver } from './ground.js';
import type { Journal } from './journal.js';
import type { Action } from './plan.rules.js';

export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

/** Who does something, and where it is noted. */
export interface Stage<Kind extends Action['kind']> {
  action: ActionOf<Kind>;
  client: Client;
  journal: Journal;
  account: Account;
  administrator: Client;
  /** A client of another user, until it is aborted. */
  clientOf(account: Account, until: AbortSignal): Client;
  /** Who is to be erased by this action. */
  leaver: Leaver | undefined;
}

export const key = () => ({ 'idempotency-key': randomUUID() });

export const queryOf = ({ marker, aiServices }: { marker: string; aiServices: readonly string[] }) => {
  return { title: marker, content: `${marker}: what is new?`, selectedAiServices: aiServices };
};
