import type { Database, Transaction } from '@polylogue/service-kit';
import { EnvelopeError, rewrap } from './envelope.js';
import type { KeyRing } from './key-ring.js';
import type { SecretEntity } from './secret.entity.js';
import { SecretsRepository } from './secrets.repository.js';

/** What a rotation did. */
export interface Rotation {
  rewrapped: number;
  /** Services whose envelope no key of the ring opens. */
  unreadable: string[];
  /** How many envelopes each key closes now. */
  byKey: ReadonlyMap<string, number>;
}

interface RotationParts {
  database: Pick<Database, 'asWorker'>;
  ring: KeyRing;
  batch?: number;
  /** Called after each batch that is committed; a fault in it ends the rotation there. */
  onBatch?: (rewrapped: number) => void | Promise<void>;
}

/**
 * Closes every data key with the current key of the ring, a few per transaction: cut off anywhere, it is simply run
 * again. Who serves meanwhile reads either envelope, as its ring holds both keys.
 */
export async function rotateKeys({ database, ring, batch = 50, onBatch }: RotationParts): Promise<Rotation> {
  const secrets = new SecretsRepository();
  const unreadable: string[] = [];
  let rewrapped = 0;
  let after = '';
  for (;;) {
    const count = await database.asWorker(async (tx) => {
      const rows = await secrets.lockOthers(tx, ring.currentId, after, batch);
      for (const row of rows) {
        const envelope = rewrapOrNothing(row, ring);
        if (envelope) await secrets.setWrapping(tx, row.service, envelope);
        else unreadable.push(row.service);
        if (envelope) rewrapped += 1;
      }
      after = rows.at(-1)?.service ?? after;
      return rows.length;
    });
    if (count === 0) break;
    await onBatch?.(rewrapped);
  }
  const byKey = await database.asWorker((tx: Transaction) => secrets.countByKey(tx));
  return { rewrapped, unreadable, byKey };
}

function rewrapOrNothing(row: SecretEntity, ring: KeyRing) {
  try {
    return rewrap(row, row.service, ring);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}

/** What a rotation did, in sentences for the operator. */
export function describeRotation({ rewrapped, unreadable, byKey }: Rotation, ring: KeyRing): string {
  const others = [...byKey].filter(([id]) => id !== ring.currentId);
  const lines = [
    `${rewrapped} rewrapped; ${byKey.get(ring.currentId) ?? 0} in all are closed with "${ring.currentId}".`,
  ];
  for (const [id, count] of others) lines.push(`${count} still closed with "${id}": run this again once nobody edits.`);
  if (unreadable.length > 0) {
    lines.push(`No key of the ring opens: ${unreadable.join(', ')}. Put the key back, or set those keys anew.`);
  }
  if (others.length === 0) lines.push(`Every other key may leave AI_DISPATCH_KEY_RING.`);
  return lines.join('\n');
}
