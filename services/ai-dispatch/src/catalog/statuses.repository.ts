import { Injectable } from '@nestjs/common';
import { Database, Events, outboxColumns, outboxRow, outboxValues, type Transaction } from '@polylogue/service-kit';
import { ServiceStatus, serviceStatus } from '@polylogue/proto';
import type { ServiceStatus as StatusWord } from './ai-service.entity.js';

const changeSql = `
WITH changed AS (
  INSERT INTO ai_dispatch.ai_services AS seen (name, status) VALUES ($6, $7)
  ON CONFLICT (name) DO UPDATE SET status = excluded.status, changed_at = now() WHERE seen.status <> excluded.status
  RETURNING name
)
INSERT INTO ai_dispatch.outbox (${outboxColumns})
SELECT $1::uuid, $2, $3, $4::jsonb, $5::jsonb WHERE EXISTS (SELECT FROM changed)`;

/** What every replica together has seen of the services; a change becomes one event. */
@Injectable()
export class StatusesRepository {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  async change(name: string, status: StatusWord): Promise<void> {
    const payload: { name: string; status: ServiceStatus } = { name, status: serviceStatus.fromWord(status) };
    const row = outboxRow('ai_dispatch.service_status_changed.v1', payload, { aggregateId: name });
    await this.database.worker.query(changeSql, [...outboxValues(row), name, status]);
    this.events.nudge();
  }

  /** What was seen of it last, by any replica. */
  async find(name: string): Promise<StatusWord | undefined> {
    const sql = 'SELECT status FROM ai_dispatch.ai_services WHERE name = $1';
    const [row] = await this.database.worker.query<{ status: StatusWord }[]>(sql, [name]);
    return row?.status;
  }

  /** What is seen of the service next is published, even when it is what was seen last. */
  async forget(tx: Transaction, name: string): Promise<void> {
    await tx.query('DELETE FROM ai_dispatch.ai_services WHERE name = $1', [name]);
  }
}
