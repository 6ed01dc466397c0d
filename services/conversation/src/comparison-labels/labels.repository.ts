import { Injectable } from '@nestjs/common';
import type { PartOfComparison } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import type { AnswerSettings } from '../answer-presets/answer-preset.entity.js';
import { toSettings } from '../answer-presets/answer-settings.rules.js';
import { toVector, wordsOf } from '../search/words.rules.js';
import type { LabelChange } from './labels.entity.js';

interface LabelsRow {
  id: string;
  title: string | null;
  is_starred: boolean;
  tags: string[];
  settings: AnswerSettings | null;
}

/** Titles, stars, tags and settings of comparisons: a row for each that was given one. Every method takes the user. */
@Injectable()
export class LabelsRepository {
  /** What the user gave some comparisons. */
  async find(tx: Transaction, userId: string, ids: readonly string[]): Promise<PartOfComparison[]> {
    const rows = await tx.query<LabelsRow[]>(
      'SELECT id, title, is_starred, tags, settings FROM comparisons WHERE user_id = $1 AND id = ANY($2::uuid[])',
      [userId, ids],
    );
    return rows.map(({ title, is_starred: isStarred, settings, ...row }) => {
      return { ...row, title: title ?? undefined, isStarred, settings: toSettings(settings) };
    });
  }

  /** False when the user has no such comparison. */
  async change(tx: Transaction, userId: string, id: string, change: LabelChange): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO comparisons AS g (user_id, id, title, title_words, is_starred, tags, settings)
       SELECT $1, $2, nullif($3::text, ''), $6::tsvector, coalesce($4::boolean, false), coalesce($5::text[], '{}'), $7
       WHERE EXISTS (SELECT FROM conversations WHERE user_id = $1 AND comparison_id = $2)
       ON CONFLICT (user_id, id) DO UPDATE SET
         title = CASE WHEN $3::text IS NULL THEN g.title ELSE excluded.title END,
         title_words = CASE WHEN $3::text IS NULL THEN g.title_words ELSE excluded.title_words END,
         is_starred = coalesce($4::boolean, g.is_starred), tags = coalesce($5::text[], g.tags),
         settings = coalesce($7::jsonb, g.settings)
       RETURNING 1`,
      [
        userId,
        id,
        change.title ?? null,
        change.isStarred ?? null,
        change.tags ?? null,
        change.title ? toVector(userId, wordsOf(change.title)) : null,
        change.settings ? JSON.stringify(change.settings) : null,
      ],
    );
    return rows.length > 0;
  }
}
