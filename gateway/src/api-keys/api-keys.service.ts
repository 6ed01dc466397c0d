import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits, type ApiKey, type createApiKey, type createdApiKey, type ValidBodyOf } from '@polylogue/api-contract';
import { Database } from '@polylogue/service-kit';
import type { z } from 'zod';
import { OpenStreams } from '../auth/open-streams.js';
import { noSuchKey, sessionIdOf, tooManyKeys } from '../key-access/key-access.rules.js';
import { ApiKeysRepository, type ApiKeyRow } from '../key-access/api-keys.repository.js';
import { KeyAccess } from '../key-access/key-access.service.js';
import { hashOf, newKeyToken, shownPrefixOf } from '../key-access/key-token.rules.js';

/** The keys of users: made and revoked by their owner, listed and revoked by administrators. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeysRepository,
    private readonly access: KeyAccess,
    private readonly streams: OpenStreams,
  ) {}

  async list(userId: string): Promise<ApiKey[]> {
    return (await this.database.asUser(userId, (tx) => this.keys.listOf(tx, userId))).map(toApiKey);
  }

  async create(userId: string, body: ValidBodyOf<typeof createApiKey>): Promise<z.input<typeof createdApiKey>> {
    const key = newKeyToken();
    const stored = { id: randomUUID(), userId, prefix: shownPrefixOf(key), hash: hashOf(key) };
    const { name, scopes, expiresAt } = body;
    const row = await this.database.asUser(userId, async (tx) => {
      if ((await this.keys.count(tx, userId)) >= limits.apiKeys.perUser) throw tooManyKeys();
      return this.keys.insert(tx, { ...stored, name, scopes, expiresAt: expiresAt ? new Date(expiresAt) : null });
    });
    return { apiKey: toApiKey(row), key };
  }

  async revoke(userId: string, id: string): Promise<void> {
    this.#end(id, await this.database.asUser(userId, (tx) => this.keys.delete(tx, id, userId)));
  }

  /** For administrators. */
  async listOfUser(userId: string): Promise<ApiKey[]> {
    return (await this.database.asWorker((tx) => this.keys.listOf(tx, userId))).map(toApiKey);
  }

  /** For administrators. */
  async revokeAny(id: string): Promise<void> {
    this.#end(id, await this.database.asWorker((tx) => this.keys.delete(tx, id)));
  }

  #end(id: string, wasThere: boolean): void {
    if (!wasThere) throw noSuchKey();
    this.access.forget();
    this.streams.endSession(sessionIdOf(id));
  }
}

function toApiKey({ userId: _userId, createdAt, expiresAt, lastUsedAt, ...row }: ApiKeyRow): ApiKey {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
