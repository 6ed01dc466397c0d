import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import type { AiServiceEntry } from './ai-service.entity.js';
import { KnownServiceEntity } from './known-service.entity.js';

/** Every service that was ever offered. */
@Injectable()
export class KnownServicesRepository {
  constructor(private readonly database: Database) {}

  /** Stores what is new or has changed of these; answers all, by name. */
  async remember(entries: readonly AiServiceEntry[]): Promise<KnownServiceEntity[]> {
    return this.database.asWorker(async (tx) => {
      const table = tx.getRepository(KnownServiceEntity);
      const known = new Map((await table.find({ order: { name: 'ASC' } })).map((row) => [row.name, row]));
      const changed = entries.map(asKnown).filter((row) => !isDeepStrictEqual({ ...known.get(row.name) }, row));
      if (changed.length > 0) await table.upsert(changed, ['name']);
      for (const row of changed) known.set(row.name, row);
      return [...known.values()];
    });
  }

  /** The model that each name was offered with last. */
  async models(): Promise<Map<string, string>> {
    const rows = await this.database.asWorker((tx) => tx.getRepository(KnownServiceEntity).find());
    return new Map(rows.map(({ name, model }) => [name, model]));
  }
}

const asKnown = ({ name, displayName, color, category, model, demo }: AiServiceEntry): KnownServiceEntity => ({
  name,
  displayName,
  color,
  category,
  model,
  demo,
});
