import { Injectable } from '@nestjs/common';
import type { Preferences } from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { PreferencesEntity } from './preferences.entity.js';
import { invalidPreferences } from './preferences.errors.js';
import { isSound, usualPreferences } from './preferences.rules.js';

/** What users want of the product, each their own. */
@Injectable()
export class PreferencesService {
  constructor(private readonly database: Database) {}

  get({ userId }: Caller): Promise<Preferences> {
    return this.database.asUser(userId, (tx) => this.#find(tx, userId));
  }

  set({ userId }: Caller, preferences: Preferences): Promise<Preferences> {
    if (!isSound(preferences)) throw invalidPreferences();
    return this.database.asUser(userId, async (tx) => {
      const { askAboveMicros } = preferences;
      const row = { userId, askAboveMicros: askAboveMicros === undefined ? null : String(askAboveMicros) };
      await tx.getRepository(PreferencesEntity).upsert(row, ['userId']);
      return this.#find(tx, userId);
    });
  }

  async #find(tx: Transaction, userId: string): Promise<Preferences> {
    const row = await tx.getRepository(PreferencesEntity).findOneBy({ userId });
    if (!row) return usualPreferences;
    return { askAboveMicros: row.askAboveMicros === null ? undefined : Number(row.askAboveMicros) };
  }
}
