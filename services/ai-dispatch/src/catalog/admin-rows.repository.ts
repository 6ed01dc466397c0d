import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';
import type { AdminRow } from './ai-service.entity.js';

type Column<T> = T | null;
interface TableRow {
  name: string;
  isOwn: boolean;
  displayName: Column<string>;
  color: Column<string>;
  category: Column<AdminRow['category']>;
  provider: Column<AdminRow['provider']>;
  preset: Column<string>;
  model: Column<string>;
  baseUrl: Column<string>;
  isEnabled: Column<boolean>;
  position: Column<number>;
}

const columns = `name, is_own AS "isOwn", display_name AS "displayName", color, category, provider, preset, model,
  base_url AS "baseUrl", is_enabled AS "isEnabled", position`;

/** What administrators made of the catalogue. */
@Injectable()
export class AdminRowsRepository {
  constructor(private readonly database: Database) {}

  async all(tx: Transaction): Promise<AdminRow[]> {
    const rows = await tx.query<TableRow[]>(`SELECT ${columns} FROM ai_dispatch.catalog ORDER BY created_at, name`);
    return rows.map((row) => {
      const told = Object.entries(row).filter(([, value]) => value !== null);
      return Object.fromEntries(told) as unknown as AdminRow;
    });
  }

  /** Writes the whole row; what is undefined is null. */
  async put(tx: Transaction, row: AdminRow): Promise<void> {
    const values = [row.displayName, row.color, row.category, row.provider, row.preset, row.model, row.baseUrl];
    await tx.query(
      `INSERT INTO ai_dispatch.catalog
         (name, is_own, display_name, color, category, provider, preset, model, base_url, is_enabled, position)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (name) DO UPDATE SET is_own = $2, display_name = $3, color = $4, category = $5, provider = $6,
         preset = $7, model = $8, base_url = $9, is_enabled = $10, position = $11`,
      [row.name, row.isOwn, ...values, row.isEnabled, row.position].map((value) => value ?? null),
    );
  }

  async remove(tx: Transaction, name: string): Promise<void> {
    await tx.query('DELETE FROM ai_dispatch.catalog WHERE name = $1', [name]);
  }

  /** Makes this transaction the one that changes the catalogue: others wait for it. */
  async countUp(tx: Transaction): Promise<void> {
    await tx.query('UPDATE ai_dispatch.catalog_revision SET revision = revision + 1');
  }

  async revision(): Promise<string> {
    const [row] = await this.database.worker.query<{ revision: string }[]>(
      'SELECT revision FROM ai_dispatch.catalog_revision',
    );
    return row?.revision ?? '0';
  }
}
