import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { AuditLogRepository } from './audit-log.repository.js';

/** The changes that have a name in the audit log. */
const actions = new Set([
  'judging_settings_changed',
  'rubric_shared',
  'shared_rubric_changed',
  'shared_rubric_removed',
]);

/** Records administrators' changes of how replies are judged in the audit log, one entry per event. */
@Injectable()
export class JudgingConsumer {
  constructor(private readonly audit: AuditLogRepository) {}

  @Consumes('quality.judging_changed.v1')
  async onJudgingChanged(
    { action, actorId, rubric }: EventOf<'quality.judging_changed.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    await this.audit.append(tx, {
      actor: actorId,
      action: actions.has(action) ? action : 'judging_settings_changed',
      ...(rubric !== undefined && { details: { rubric } }),
    });
  }
}
