import { Injectable } from '@nestjs/common';
import { fromStored, JudgingSettings, toStored } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';

/** How this installation judges, in one row, with the worker role: it belongs to no user. */
@Injectable()
export class JudgingSettingsRepository {
  async find(tx: Transaction): Promise<JudgingSettings | undefined> {
    const [row] = await tx.query<{ body: unknown }[]>('SELECT body FROM judging_settings');
    return fromStored(JudgingSettings, row?.body);
  }

  async save(tx: Transaction, settings: JudgingSettings): Promise<void> {
    await tx.query(
      `INSERT INTO judging_settings (body) VALUES ($1)
       ON CONFLICT (is_only) DO UPDATE SET body = excluded.body, changed_at = now()`,
      [toStored(JudgingSettings, settings)],
    );
  }
}
