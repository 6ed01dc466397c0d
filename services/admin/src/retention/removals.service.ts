import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { RetentionRepository, type DayRemovals } from './retention.repository.js';

/** What was removed on each day, as the services say it while they remove; and its entry in the audit log. */
@Injectable()
export class RemovalsService {
  constructor(
    private readonly database: Database,
    private readonly repository: RetentionRepository,
    private readonly audit: AuditLogRepository,
  ) {}

  add(tx: Transaction, removals: DayRemovals): Promise<void> {
    return this.repository.add(tx, removals);
  }

  /** One audit entry per day that is over; answers whether there was one. Removals reported later have an entry of their own. */
  auditOne(): Promise<boolean> {
    return this.database.asWorker(async (tx) => {
      const day = await this.repository.takeToAudit(tx);
      if (day) await this.audit.append(tx, { action: 'retention_removed', details: { ...day } });
      return day !== undefined;
    });
  }
}
