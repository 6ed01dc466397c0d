import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import { ApiKeysRepository } from './api-keys.repository.js';

export interface NamedKey {
  id: string;
  name: string;
  prefix: string;
}

/** What keys are called, for administrators. One that was revoked has no name any more. */
@Injectable()
export class KeyNames {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeysRepository,
  ) {}

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, NamedKey>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.asWorker((tx) => this.keys.named(tx, ids));
    return new Map(found.map((key) => [key.id, key]));
  }
}
