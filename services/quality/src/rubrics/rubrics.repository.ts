import { Injectable } from '@nestjs/common';
import { fromStored, RubricText, toStored, type Rubric } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { rubricNotFound } from './rubrics.errors.js';

export interface RubricRow {
  id: string;
  userId: string | null;
  versionId: string;
  number: number;
  body: unknown;
  createdAt: Date;
}

/** Which rubrics a user may use: their own and the shared ones. */
const visible = 'r.removed_at IS NULL AND (r.user_id = $1 OR r.user_id IS NULL)';
const newest = `SELECT DISTINCT ON (r.id) r.id, r.user_id AS "userId", v.id AS "versionId", v.number, v.body,
    v.created_at AS "createdAt"
  FROM rubrics r JOIN rubric_versions v ON v.rubric_id = r.id`;

/**
 * Rubrics and their versions, with the worker role, as shared ones belong to no user; every method that is asked for a
 * user takes them.
 */
@Injectable()
export class RubricsRepository {
  list(tx: Transaction, userId: string): Promise<RubricRow[]> {
    return tx.query<RubricRow[]>(`${newest} WHERE ${visible} ORDER BY r.id, v.number DESC`, [userId]);
  }

  async find(tx: Transaction, userId: string, id: string): Promise<RubricRow | undefined> {
    const [row] = await tx.query<RubricRow[]>(
      `${newest} WHERE ${visible} AND r.id = $2 ORDER BY r.id, v.number DESC LIMIT 1`,
      [userId, id],
    );
    return row;
  }

  /** The newest version of a shared rubric; undefined when it is gone. */
  async shared(tx: Transaction, id: string): Promise<RubricRow | undefined> {
    const [row] = await tx.query<RubricRow[]>(
      `${newest} WHERE r.removed_at IS NULL AND r.user_id IS NULL AND r.id = $1 ORDER BY r.id, v.number DESC LIMIT 1`,
      [id],
    );
    return row;
  }

  async mustBeShared(tx: Transaction, id: string): Promise<void> {
    if (!(await this.shared(tx, id))) throw rubricNotFound();
  }

  /** Any version, also of a removed rubric: what was planned by it is judged by it. */
  async version(tx: Transaction, versionId: string): Promise<{ number: number; text: RubricText } | undefined> {
    const [row] = await tx.query<{ number: number; body: unknown }[]>(
      'SELECT number, body FROM rubric_versions WHERE id = $1',
      [versionId],
    );
    return row && { number: row.number, text: textOf(row) };
  }

  /** All versions of a shared rubric, the newest first. */
  async versionsOf(tx: Transaction, id: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT v.id FROM rubric_versions v JOIN rubrics r ON r.id = v.rubric_id
       WHERE r.id = $1 AND r.user_id IS NULL AND r.removed_at IS NULL ORDER BY v.number DESC`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /** How many there are of a user, or shared ones; a second count waits until this transaction ends. */
  async count(tx: Transaction, userId: string | null): Promise<number> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rubrics ${userId ?? ''}`]);
    const [row] = await tx.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM rubrics WHERE removed_at IS NULL AND user_id IS NOT DISTINCT FROM $1::uuid',
      [userId],
    );
    return row?.count ?? 0;
  }

  async insert(tx: Transaction, id: string, userId: string | null): Promise<void> {
    await tx.query('INSERT INTO rubrics (id, user_id) VALUES ($1, $2)', [id, userId]);
  }

  /** Holds a rubric until the transaction ends, so that no two versions take one number. */
  async lock(tx: Transaction, id: string): Promise<void> {
    await tx.query('SELECT 1 FROM rubrics WHERE id = $1 FOR UPDATE', [id]);
  }

  async addVersion(
    tx: Transaction,
    { id, userId, number }: Pick<RubricRow, 'id' | 'userId' | 'number'>,
    text: RubricText,
  ): Promise<void> {
    await tx.query('INSERT INTO rubric_versions (id, rubric_id, user_id, number, body) VALUES ($1, $2, $3, $4, $5)', [
      uuid(),
      id,
      userId,
      number,
      toStored(RubricText, text),
    ]);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.query('UPDATE rubrics SET removed_at = now() WHERE id = $1 AND removed_at IS NULL', [id]);
  }
}

const textOf = ({ body }: { body: unknown }): RubricText => fromStored(RubricText, body) ?? RubricText.fromPartial({});

export function toRubric(row: RubricRow, defaultId: string | undefined): Rubric {
  const { id, userId, versionId, number, createdAt } = row;
  return {
    id,
    versionId,
    number,
    createdAt,
    isShared: userId === null,
    isDefault: id === defaultId,
    text: textOf(row),
  };
}
