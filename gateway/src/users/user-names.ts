import { Injectable } from '@nestjs/common';
import type { UsageRow } from '@polylogue/api-contract';
import type { PersonName } from '@polylogue/proto';
import { AppError, isUnknownCall } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';

export type NamedUser = NonNullable<UsageRow['user']>;

const noUser = '00000000-0000-0000-0000-000000000000';
const maxAtOnce = 500;
const atATime = 20;

/** The names of users, whom ai-dispatch knows by their ids only. */
@Injectable()
export class UserNames {
  constructor(
    @InjectClient('accounts') private readonly accounts: ClientOf<'accounts'>,
    @InjectClient('users') private readonly users: ClientOf<'users'>,
  ) {}

  /** Adds to `known` the users who are not in it yet; null for those who were erased. */
  async learn(ids: readonly string[], known: Map<string, NamedUser | null>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !known.has(id));
    const requested = wanted.filter((id) => id !== noUser);
    for (let start = 0; start < requested.length; start += maxAtOnce) {
      for (const { userId, firstName, lastName, email } of await this.#getDisplayNames(
        requested.slice(start, start + maxAtOnce),
      )) {
        known.set(userId, { id: userId, name: `${firstName} ${lastName}`.trim(), email });
      }
    }
    for (const id of wanted) if (!known.has(id)) known.set(id, null);
  }

  async #getDisplayNames(userIds: string[]): Promise<PersonName[]> {
    try {
      return (await this.accounts.namePeople({ userIds })).people;
    } catch (error) {
      if (!isUnknownCall(error)) throw error;
      return this.#getDisplayNamesOneByOne(userIds);
    }
  }

  /** For an admin service one version older, which has no call for many. */
  async #getDisplayNamesOneByOne(userIds: readonly string[]): Promise<PersonName[]> {
    const found: PersonName[] = [];
    for (let start = 0; start < userIds.length; start += atATime) {
      const some = userIds.slice(start, start + atATime).map((userId) => this.#getDisplayName(userId));
      found.push(...(await Promise.all(some)).flatMap((each) => each ?? []));
    }
    return found;
  }

  async #getDisplayName(userId: string): Promise<PersonName | undefined> {
    try {
      const { firstName, lastName, email } = await this.users.getAccess({ userId });
      return { userId, firstName, lastName, email };
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  }
}
