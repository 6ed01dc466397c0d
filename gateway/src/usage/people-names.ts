import { Inject, Injectable } from '@nestjs/common';
import type { UsageRow } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { UsersClient } from '../clients/users.client.js';

export type Person = NonNullable<UsageRow['user']>;

const nobody = '00000000-0000-0000-0000-000000000000';
const atATime = 20;

/** What people are called, who are known to ai-dispatch by their ids only. */
@Injectable()
export class PeopleNames {
  constructor(@Inject(UsersClient) private readonly users: UsersClient) {}

  /** Adds to `known` whoever is not in it yet; null for people who were erased. */
  async learn(ids: readonly string[], known: Map<string, Person | null>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !known.has(id));
    for (let start = 0; start < wanted.length; start += atATime) {
      await Promise.all(wanted.slice(start, start + atATime).map(async (id) => known.set(id, await this.#find(id))));
    }
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
