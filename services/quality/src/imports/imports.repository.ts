import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ImportedAssessment } from './imports.rules.js';

const columns: Record<keyof ImportedAssessment, string> = {
  id: 'uuid',
  broadcast_id: 'uuid',
  conversation_id: 'uuid',
  message_id: 'uuid',
  target_service: 'text',
  assessor_service: 'text',
  judge_model: 'text',
  rubric_version: 'text',
  ended_at: 'timestamptz',
  status: 'text',
  overall: 'smallint',
  bias: 'smallint',
  safety: 'smallint',
  accuracy: 'smallint',
  adherence: 'smallint',
  reasons: 'jsonb',
  flagged: 'boolean',
  analysis: 'text',
  error: 'text',
  error_code: 'text',
  judge: 'jsonb',
  judged: 'jsonb',
  usage: 'jsonb',
  cost: 'jsonb',
};
const names = Object.keys(columns) as (keyof ImportedAssessment)[];
const table = `unnest(${names.map((name, at) => `$${at + 2}::${columns[name]}[]`).join(', ')}) AS n (${names.join(', ')})`;

/** Assessments of imports: staged by their owner, inserted by the worker role. */
@Injectable()
export class ImportsRepository {
  async stage(tx: Transaction, userId: string, importId: string, part: number, body: Buffer): Promise<void> {
    await tx.query(
      `INSERT INTO import_parts (user_id, import_id, part, assessments) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, import_id, part) DO UPDATE SET assessments = excluded.assessments`,
      [userId, importId, part, body],
    );
  }

  /** Removes what was staged a day ago: of imports that were given up, and of those that have long come in. */
  async removeOld(tx: Transaction, userId: string): Promise<void> {
    await tx.query(`DELETE FROM import_parts WHERE user_id = $1 AND created_at < now() - interval '1 day'`, [userId]);
  }

  /** Bytes the user has staged within a day, inserted or not. */
  async stagedBytes(tx: Transaction, userId: string): Promise<number> {
    const [row] = await tx.query<{ bytes: string | null }[]>(
      `SELECT sum(octet_length(assessments)) AS bytes FROM import_parts
       WHERE user_id = $1 AND created_at > now() - interval '1 day'`,
      [userId],
    );
    return Number(row?.bytes ?? 0);
  }

  async staged(tx: Transaction, userId: string, importId: string, after: number) {
    const [row] = await tx.query<{ part: number; assessments: Buffer }[]>(
      `SELECT part, assessments FROM import_parts WHERE user_id = $1 AND import_id = $2 AND part > $3
       ORDER BY part LIMIT 1`,
      [userId, importId, after],
    );
    return row;
  }

  /** Idempotent. Broadcasts of imported assessments count as judged. */
  async insert(tx: Transaction, userId: string, rows: readonly ImportedAssessment[]): Promise<void> {
    const values = [userId, ...names.map((name) => rows.map((row) => row[name]))];
    await tx.query(
      `INSERT INTO judgings (broadcast_id, user_id, state, asked_by, rubric_version, ended_at)
       SELECT DISTINCT ON (n.broadcast_id) n.broadcast_id, $1::uuid, 'done', 'person', n.rubric_version, now()
       FROM ${table} ORDER BY n.broadcast_id, n.ended_at DESC ON CONFLICT DO NOTHING`,
      values,
    );
    await tx.query(
      `INSERT INTO assessments (user_id, place, imported, created_at, ${names.join(', ')})
       SELECT $1::uuid, 0, true, n.ended_at, ${names.map((name) => `n.${name}`).join(', ')} FROM ${table}
       JOIN judgings j ON j.broadcast_id = n.broadcast_id AND j.user_id = $1::uuid ON CONFLICT DO NOTHING`,
      values,
    );
  }
}
