import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { MoreThan, Not } from 'typeorm';
import type { Envelope } from './envelope.js';
import { SecretEntity } from './secret.entity.js';

/** Envelopes in the table, read and written by the worker role only. */
@Injectable()
export class SecretsRepository {
  all(tx: Transaction): Promise<SecretEntity[]> {
    return tx.getRepository(SecretEntity).find();
  }

  async put(tx: Transaction, service: string, envelope: Envelope): Promise<void> {
    const { keyId, wrappedKey, sealed } = envelope;
    const row = { service, keyId, wrappedKey, sealed, setAt: () => 'now()' };
    await tx.getRepository(SecretEntity).upsert(row, ['service']);
  }

  async remove(tx: Transaction, service: string): Promise<void> {
    await tx.getRepository(SecretEntity).delete({ service });
  }

  /** Some that another key than `keyId` closes, after a name, locked; what another process has locked is left to it. */
  lockOthers(tx: Transaction, keyId: string, after: string, limit: number): Promise<SecretEntity[]> {
    return tx.getRepository(SecretEntity).find({
      where: { keyId: Not(keyId), service: MoreThan(after) },
      order: { service: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  async setWrapping(tx: Transaction, service: string, { keyId, wrappedKey }: Envelope): Promise<void> {
    await tx.getRepository(SecretEntity).update({ service }, { keyId, wrappedKey });
  }

  /** How many each key closes. */
  async countByKey(tx: Transaction): Promise<Map<string, number>> {
    const rows = await tx.query<{ id: string; count: number }[]>(
      'SELECT key_id AS id, count(*)::int AS count FROM ai_dispatch.secrets GROUP BY key_id ORDER BY key_id',
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }
}
