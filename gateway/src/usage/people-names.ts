import { Inject, Injectable } from '@nestjs/common';
import type { UsageRow } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { Clock } from '../clock.js';
import { UsersClient } from '../clients/users.client.js';

export type Person = NonNullable<UsageRow['user']>;

const nobody = '00000000-0000-0000-0000-000000000000';
const atATime = 20;
const freshMs = 5_000;

/** What people are called, who are known to ai-dispatch by their ids only. */
@Injectable()
export class PeopleNames {
  /** Of a moment ago, the oldest first: the panel asks for the same people again and again. */
  readonly #found = new Map<string, { at: number; person: Promise<Person | null> }>();

  constructor(
    @Inject(UsersClient) private readonly users: UsersClient,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Adds to `known` whoever is not in it yet; null for people who were erased. */
  learn(ids: readonly string[], known: Map<string, Person | null>): Promise<void> {
    return inTurn(ids, known, (id) => this.#find(id));
  }

  /** What people were called a moment ago. */
  async recent(ids: readonly string[]): Promise<Map<string, Person | null>> {
    const known = new Map<string, Person | null>();
    await inTurn(ids, known, (id) => this.#recent(id));
    return known;
  }

  #recent(id: string): Promise<Person | null> {
    const now = this.clock.now();
    for (const [old, { at }] of this.#found) {
      if (now - at < freshMs) break;
      this.#found.delete(old);
    }
    const known = this.#found.get(id);
    if (known) return known.person;
    const person = this.#find(id);
    this.#found.set(id, { at: now, person });
    person.catch(() => this.#found.get(id)?.person === person && this.#found.delete(id));
    return person;
  }

  async #find(id: string): Promise<Person | null> {
    if (id === nobody) return null;
    try {
      const { firstName, lastName, email } = await this.users.getAccess({ userId: id });
      return { id, name: `${firstName} ${lastName}`.trim(), email };
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return null;
      throw error;
    }
  }
}

async function inTurn<T>(
  ids: readonly string[],
  known: Map<string, T>,
  find: (id: string) => Promise<T>,
): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !known.has(id));
  for (let start = 0; start < wanted.length; start += atATime) {
    await Promise.all(wanted.slice(start, start + atATime).map(async (id) => known.set(id, await find(id))));
  }
}
