import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import { keyReused } from './summaries.errors.js';

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
    const [row] = await this.database.asUser(userId, (tx) =>
      tx.query<{ body_hash: string; summary: string; ai_service: string; display_name: string }[]>(
        `SELECT body_hash, summary, ai_service, display_name FROM summaries
         WHERE user_id = $1 AND key = $2 AND created_at > now() - interval '24 hours'`,
        [userId, key],
      ),
    );
    if (!row) return undefined;
    const { body_hash: bodyHash, summary, ai_service: aiService, display_name: displayName } = row;
    return { bodyHash, summary: { summary, aiService, displayName } };
  }

  // What has had its day goes when something new comes.
  async #save(userId: string, key: string, bodyHash: string, { summary, aiService, displayName }: Summary) {
    await this.database.asUser(userId, async (tx) => {
      await tx.query(`DELETE FROM summaries WHERE user_id = $1 AND created_at < now() - interval '24 hours'`, [userId]);
      await tx.query(
        `INSERT INTO summaries (user_id, key, body_hash, summary, ai_service, display_name)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [userId, key, bodyHash, summary.replaceAll('\0', '\uFFFD'), aiService, displayName],
      );
    });
  }
}
