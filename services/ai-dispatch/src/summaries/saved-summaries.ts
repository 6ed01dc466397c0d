import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';
import { Raw } from 'typeorm';
import { keyReused } from './summaries.errors.js';
import { SummaryEntity } from './summary.entity.js';

export interface Summary {
  summary: string;
  aiService: string;
  displayName: string;
}

/** Answers of requests with a key, kept for a day, so that a repeated request costs nothing. */
@Injectable()
export class SavedSummaries {
  readonly #making = new Map<string, { bodyHash: string; summary: Promise<Summary> }>();

  constructor(private readonly database: Database) {}

  /** Makes a summary, unless the same request has made it before or is making it now. */
  async once(userId: string, key: string, body: unknown, make: () => Promise<Summary>): Promise<Summary> {
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    const id = `${userId} ${key}`;
    const running = this.#making.get(id);
    if (running && running.bodyHash !== bodyHash) throw keyReused();
    if (running) return running.summary;
    const summary = this.#findOrMake(userId, key, bodyHash, make).finally(() => this.#making.delete(id));
    this.#making.set(id, { bodyHash, summary });
    return summary;
  }

  async #findOrMake(userId: string, key: string, bodyHash: string, make: () => Promise<Summary>): Promise<Summary> {
    const earlier = await this.#find(userId, key);
    if (earlier && earlier.bodyHash !== bodyHash) throw keyReused();
    if (earlier) return earlier.summary;
    const made = await make();
    await this.#save(userId, key, bodyHash, made);
    return made;
  }

  async #find(userId: string, key: string) {
    const where = { userId, key, createdAt: Raw((createdAt) => `${createdAt} > now() - interval '24 hours'`) };
    const find = (tx: Transaction) => tx.getRepository(SummaryEntity).findOneBy(where);
    const row = await this.database.asUser(userId, find);
    if (!row) return undefined;
    const { bodyHash, summary, aiService, displayName } = row;
    return { bodyHash, summary: { summary, aiService, displayName } };
  }

  // Expired summaries are removed when a new one is saved.
  async #save(userId: string, key: string, bodyHash: string, made: Summary) {
    const row = { userId, key, bodyHash, ...made, summary: made.summary.replaceAll('\0', '\uFFFD') };
    await this.database.asUser(userId, async (tx) => {
      const summaries = tx.getRepository(SummaryEntity);
      await summaries.delete({ userId, createdAt: Raw((createdAt) => `${createdAt} < now() - interval '24 hours'`) });
      await summaries.createQueryBuilder().insert().values(row).orIgnore().execute();
    });
  }
}
