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
  by_rubric: 'jsonb',
  cuts: 'jsonb',
  answers: 'smallint',
};
const names = Object.keys(columns) as (keyof ImportedAssessment)[];
const table = `unnest(${names.map((name, at) => `$${at + 2}::${columns[name]}[]`).join(', ')}) AS n (${names.join(', ')})`;

/** Assessments of imports, inserted by the worker role. */
@Injectable()
export class ImportsRepository {
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
