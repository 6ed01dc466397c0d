import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { Envelope } from './envelope.js';

/** The envelope of one service's key, as it is kept. */
export interface SecretRow extends Envelope {
  service: string;
  setAt: Date;
}

const columns = 'service, key_id AS "keyId", wrapped_key AS "wrappedKey", sealed, set_at AS "setAt"';

/** Envelopes in the table, read and written by the worker role only. */
@Injectable()
export class SecretsRepository {
  all(tx: Transaction): Promise<SecretRow[]> {
    return tx.query<SecretRow[]>(`SELECT ${columns} FROM ai_dispatch.secrets`);
  }

  async put(tx: Transaction, service: string, { keyId, wrappedKey, sealed }: Envelope): Promise<void> {
    await tx.query(
      `INSERT INTO ai_dispatch.secrets (service, key_id, wrapped_key, sealed) VALUES ($1, $2, $3, $4)
       ON CONFLICT (service) DO UPDATE
       SET key_id = excluded.key_id, wrapped_key = excluded.wrapped_key, sealed = excluded.sealed, set_at = now()`,
      [service, keyId, wrappedKey, sealed],
    );
  }

  async remove(tx: Transaction, service: string): Promise<void> {
    await tx.query('DELETE FROM ai_dispatch.secrets WHERE service = $1', [service]);
  }

  /** Some that another key than `keyId` closes, after a name, locked; what somebody else has locked is left to them. */
  lockOthers(tx: Transaction, keyId: string, after: string, limit: number): Promise<SecretRow[]> {
    return tx.query<SecretRow[]>(
      `SELECT ${columns} FROM ai_dispatch.secrets WHERE key_id <> $1 AND service > $2
       ORDER BY service LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [keyId, after, limit],
    );
  }

  async setWrapping(tx: Transaction, service: string, { keyId, wrappedKey }: Envelope): Promise<void> {
    await tx.query('UPDATE ai_dispatch.secrets SET key_id = $2, wrapped_key = $3 WHERE service = $1', [
      service,
      keyId,
      wrappedKey,
    ]);
  }

  /** How many each key closes. */
  async countByKey(tx: Transaction): Promise<Map<string, number>> {
    const rows = await tx.query<{ id: string; count: number }[]>(
      'SELECT key_id AS id, count(*)::int AS count FROM ai_dispatch.secrets GROUP BY key_id ORDER BY key_id',
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
