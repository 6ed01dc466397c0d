import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type CallContext, type Logger, type Transaction } from '@polylogue/service-kit';
import { Raw } from 'typeorm';
import { keyReused } from './summaries.errors.js';
import { SummaryClaimEntity } from './summary-claim.entity.js';
import { SummaryEntity } from './summary.entity.js';

export interface Summary {
  summary: string;
  aiService: string;
  displayName: string;
}

/** A request with a key; the same again has the same hash. */
interface Keyed {
  userId: string;
  key: string;
  bodyHash: string;
}

/** How often it is looked whether another has made it. */
const lookMs = 250;
/** For a call without a deadline: the longest time that a row of the catalog may give a reply. */
const maxTotalMs = 3_600_000;

const claimSql = `
INSERT INTO ai_dispatch.summary_claims AS c (user_id, key, id, body_hash, lapses_at)
VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
ON CONFLICT (user_id, key) DO UPDATE SET id = excluded.id, body_hash = excluded.body_hash, lapses_at = excluded.lapses_at
WHERE c.lapses_at < now()
RETURNING id`;

/**
 * Answers of requests with a key, kept for a day, so that a repeated request costs nothing. One that is being made is
 * claimed, for all replicas; the others wait for its answer.
 */
@Injectable()
export class SavedSummaries {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes a summary, unless the same request has made it before or is making it now. */
  async once(
    { userId, key, body }: { userId: string; key: string; body: unknown },
    { deadline, signal }: Pick<CallContext, 'deadline' | 'signal'>,
    make: () => Promise<Summary>,
  ): Promise<Summary> {
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    const request = { userId, key, bodyHash };
    for (;;) {
      const earlier = await this.#find(request);
      if (earlier) return earlier;
      // A call ends by its deadline, and its claim with it, whatever becomes of this process.
      const claim = await this.#claim(request, deadline ? deadline.getTime() - Date.now() : maxTotalMs);
      if (claim !== undefined) return this.#makeClaimed(request, claim, make);
      await sleep(lookMs, undefined, { signal });
    }
  }

  async #makeClaimed(request: Keyed, claim: string, make: () => Promise<Summary>): Promise<Summary> {
    try {
      // Another may have stored it, and let its claim go, since it was looked for.
      return (await this.#find(request)) ?? (await this.#save(request, await make()));
    } finally {
      await this.#release(request, claim);
    }
  }

  async #find({ userId, key, bodyHash }: Keyed): Promise<Summary | undefined> {
    const where = { userId, key, createdAt: Raw((createdAt) => `${createdAt} > now() - interval '24 hours'`) };
    const find = (tx: Transaction) => tx.getRepository(SummaryEntity).findOneBy(where);
    const row = await this.database.asUser(userId, find);
    if (!row) return undefined;
    if (row.bodyHash !== bodyHash) throw keyReused();
    const { summary, aiService, displayName } = row;
    return { summary, aiService, displayName };
  }

  /** The id of the claim; undefined while another has it. */
  async #claim({ userId, key, bodyHash }: Keyed, forMs: number): Promise<string | undefined> {
    return this.database.asUser(userId, async (tx) => {
      const values = [userId, key, randomUUID(), bodyHash, forMs];
      const [claimed] = await tx.query<{ id: string }[]>(claimSql, values);
      if (claimed) return claimed.id;
      const other = await tx.getRepository(SummaryClaimEntity).findOneBy({ userId, key });
      if (other && other.bodyHash !== bodyHash) throw keyReused();
      return undefined;
    });
  }

  async #release({ userId, key }: Keyed, id: string): Promise<void> {
    try {
      await this.database.asUser(userId, (tx) => tx.getRepository(SummaryClaimEntity).delete({ userId, key, id }));
    } catch (error) {
      this.logger.warn({ err: error }, 'releasing the claim of a summary failed; it lapses by itself');
    }
  }

  /** Answers what is stored. Expired summaries, and claims of processes that died, are removed when a new one is saved. */
  async #save(request: Keyed, made: Summary): Promise<Summary> {
    const { userId } = request;
    const row = { ...request, ...made, summary: made.summary.replaceAll('\0', '\uFFFD') };
    await this.database.asUser(userId, async (tx) => {
      const summaries = tx.getRepository(SummaryEntity);
      await summaries.delete({ userId, createdAt: Raw((createdAt) => `${createdAt} < now() - interval '24 hours'`) });
      await summaries.createQueryBuilder().insert().values(row).orIgnore().execute();
      await tx.getRepository(SummaryClaimEntity).delete({ userId, lapsesAt: Raw((lapsesAt) => `${lapsesAt} < now()`) });
    });
    return (await this.#find(request)) ?? made;
  }
}
