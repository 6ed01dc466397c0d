import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { In, IsNull } from 'typeorm';
import { AnswerPresetEntity } from './answer-preset.entity.js';
import type { PresetInput } from './answer-presets.rules.js';

/** Presets of a user; every method takes the user. */
@Injectable()
export class AnswerPresetsRepository {
  list(tx: Transaction, userId: string, { deleted }: { deleted: boolean }): Promise<AnswerPresetEntity[]> {
    const where = deleted ? { userId } : { userId, deletedAt: IsNull() };
    return tx.getRepository(AnswerPresetEntity).find({ where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Also deleted ones. */
  find(tx: Transaction, userId: string, ids: readonly string[]): Promise<AnswerPresetEntity[]> {
    return tx.getRepository(AnswerPresetEntity).findBy({ userId, id: In(ids) });
  }

  async insert(tx: Transaction, userId: string, id: string, preset: PresetInput): Promise<void> {
    await tx.getRepository(AnswerPresetEntity).insert({ userId, id, ...preset });
  }

  /** False when there is none that could be changed. */
  async update(tx: Transaction, userId: string, id: string, preset: PresetInput): Promise<boolean> {
    const row = { userId, id, deletedAt: IsNull() };
    const { affected } = await tx
      .getRepository(AnswerPresetEntity)
      .update(row, { ...preset, updatedAt: () => 'now()' });
    return affected === 1;
  }

  /** False when there is none, or it was deleted before. */
  async delete(tx: Transaction, userId: string, id: string): Promise<boolean> {
    const row = { userId, id, deletedAt: IsNull() };
    const { affected } = await tx.getRepository(AnswerPresetEntity).update(row, { deletedAt: () => 'now()' });
    return affected === 1;
  }
}
