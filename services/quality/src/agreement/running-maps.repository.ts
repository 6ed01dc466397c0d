import { Injectable } from '@nestjs/common';
import { Database, ProcessIdentity, type Transaction, type ClaimedRun } from '@polylogue/service-kit';
import type { MapEnd } from './agreement-map.entity.js';
import type { ChangedMap } from './map-changes.service.js';
import { storedEnd } from './agreement-map.mapper.js';

/** Writes of the maps this process makes: the worker role, and only while the map is this owner's and open. */
@Injectable()
export class RunningMapsRepository {
  constructor(
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
  ) {}

  /** Stores an end. Undefined when it is gone, ended, or another process': a stored end never changes. */
  async end(tx: Transaction, { id, fence }: ClaimedRun, end: MapEnd): Promise<ChangedMap | undefined> {
    const [ended] = await tx.query<ChangedMap[]>(
      `WITH ended AS (
         UPDATE agreement_maps SET status = $4, claims = $5, error = $6, error_code = $7, usage = $8, cost = $9,
           generation = $10, ended_at = now()
         WHERE id = $1 AND owner = $2 AND fence = $3 AND status = 'pending'
         RETURNING id, user_id AS "userId", conversation_ids AS "conversationIds"
       ) SELECT * FROM ended`,
      [
        id,
        this.identity.owner,
        fence,
        end.status,
        JSON.stringify(end.claims ?? []),
        end.error ?? null,
        end.errorCode ?? null,
        ...storedEnd(end),
      ],
    );
    return ended;
  }

  /** Removes a map whose replies were deleted before it was made. */
  async remove({ id, fence }: ClaimedRun): Promise<void> {
    await this.database.worker.query('DELETE FROM agreement_maps WHERE id = $1 AND owner = $2 AND fence = $3', [
      id,
      this.identity.owner,
      fence,
    ]);
  }

  /** Deletes maps about any of these conversations; answers them. */
  deleteWith(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<ChangedMap[]> {
    return tx.query<ChangedMap[]>(
      `WITH gone AS (
         DELETE FROM agreement_maps WHERE user_id = $1 AND conversation_ids && $2::uuid[]
         RETURNING id, user_id AS "userId", conversation_ids AS "conversationIds"
       ) SELECT * FROM gone`,
      [userId, conversationIds],
    );
  }
}
