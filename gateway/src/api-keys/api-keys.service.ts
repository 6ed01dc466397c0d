import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits, type ApiKey, type createApiKey, type createdApiKey, type ValidBodyOf } from '@polylogue/api-contract';
import { Database } from '@polylogue/service-kit';
import type { z } from 'zod';
import { CatalogService } from '../ai-services/catalog.service.js';
import { OpenStreams } from '../auth/open-streams.js';
import { noSuchKey, sessionIdOf, tooManyKeys, unknownServices } from '../key-access/key-access.rules.js';
import { ApiKeysRepository } from '../key-access/api-keys.repository.js';
import { KeyAccess } from '../key-access/key-access.service.js';
import { KeyRecords, type ChangedKey } from '../key-access/key-records.js';
import { hashOf, newKeyToken, shownPrefixOf } from '../key-access/key-token.rules.js';
import { toApiKey, toRow } from './api-keys.mapper.js';
import { KeySpendings } from './key-spendings.js';

/** The keys of users: made and revoked by their owner, listed and revoked by administrators. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeysRepository,
    private readonly access: KeyAccess,
    private readonly streams: OpenStreams,
    private readonly catalog: CatalogService,
    private readonly spendings: KeySpendings,
    private readonly records: KeyRecords,
  ) {}

  async list(userId: string): Promise<ApiKey[]> {
    const rows = await this.database.asUser(userId, (tx) => this.keys.listOf(tx, userId));
    const spentBy = await this.spendings.of(rows);
    return rows.map((row) => toApiKey(row, spentBy(row.id)));
  }

  async create(userId: string, body: ValidBodyOf<typeof createApiKey>): Promise<z.input<typeof createdApiKey>> {
    await this.#mustBeOffered(body.aiServices ?? []);
    const key = newKeyToken();
    const stored = { id: randomUUID(), userId, prefix: shownPrefixOf(key), hash: hashOf(key) };
    const row = await this.database.asUser(userId, async (tx) => {
      if ((await this.keys.count(tx, userId)) >= limits.apiKeys.perUser) throw tooManyKeys();
      return this.keys.insert(tx, { ...stored, ...toRow(body) });
    });
    this.records.created(row);
    return { apiKey: toApiKey(row, { calls: 0, spent: 0, reserved: 0 }), key };
  }

  async revoke(userId: string, id: string): Promise<void> {
    this.#end(id, await this.database.asUser(userId, (tx) => this.keys.delete(tx, id, userId)));
  }

  /** For administrators. */
  async listOfUser(userId: string): Promise<ApiKey[]> {
    const rows = await this.database.asWorker((tx) => this.keys.listOf(tx, userId));
    const spentBy = await this.spendings.of(rows);
    return rows.map((row) => toApiKey(row, spentBy(row.id)));
  }

  /** For administrators. */
  async revokeAny(id: string): Promise<void> {
    this.#end(id, await this.database.asWorker((tx) => this.keys.delete(tx, id)));
  }

  async #mustBeOffered(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const offered = new Set((await this.catalog.list()).map(({ name }) => name));
    const unknown = names.filter((name) => !offered.has(name));
    if (unknown.length > 0) throw unknownServices(unknown);
  }

  #end(id: string, gone: Omit<ChangedKey, 'id'> | undefined): void {
    if (!gone) throw noSuchKey();
    this.records.revoked({ id, ...gone });
    this.access.forget();
    this.streams.endSession(sessionIdOf(id));
  }
}
