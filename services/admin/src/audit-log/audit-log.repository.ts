import { Injectable } from '@nestjs/common';
import { currentContext, type Transaction } from '@polylogue/service-kit';
import type { SealedEntry } from './audit-chain.rules.js';

export interface NewEntry {
  actor?: string;
  action: string;
  subject?: string;
  /** Ids, codes and constants; never text that a user wrote. */
  details?: Readonly<Record<string, string | number | boolean>>;
}

export interface EntryRow {
  position: string;
  at: Date;
  actor: string | null;
  action: string;
  subject: string | null;
  details: unknown;
  hash: Buffer;
}

@Injectable()
export class AuditLogRepository {
  /**
   * Adds the address of the browser's request that caused it, if one did. Call this last in a transaction: until that
   * ends, every other entry waits.
   */
  async append(tx: Transaction, { actor, action, subject, details = {} }: NewEntry): Promise<void> {
    const address = currentContext()?.address;
    const values = [
      actor ?? null,
      action,
      subject ?? null,
      JSON.stringify({ ...(address && { address }), ...details }),
    ];
    await tx.query('SELECT admin.append_audit($1, $2, $3, $4)', values);
  }

  list(tx: Transaction, before: number, limit: number): Promise<EntryRow[]> {
    return tx.query<EntryRow[]>(
      `SELECT position, at, actor, action, subject, details, hash FROM admin.audit
       WHERE $1::bigint = 0 OR position < $1::bigint ORDER BY position DESC LIMIT $2`,
      [before, limit],
    );
  }

  async sealed(tx: Transaction, after: number, limit: number): Promise<SealedEntry[]> {
    const rows = await tx.query<{ position: string; text: string; hash: Buffer }[]>(
      `SELECT position, admin.audit_text(position, at, actor, action, subject, details) AS text, hash
       FROM admin.audit WHERE position > $1 ORDER BY position LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => ({ ...row, position: Number(row.position) }));
  }
}
