import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { AuditLogRepository, type NewEntry } from './audit-log.repository.js';

/** Records administrators' changes of AI services in the audit log, one entry per event. */
@Injectable()
export class AiServicesConsumer {
  constructor(private readonly audit: AuditLogRepository) {}

  @Consumes('ai_dispatch.catalog_changed.v1')
  async onCatalogChanged(event: EventOf<'ai_dispatch.catalog_changed.v1'>, { tx }: EventContext): Promise<void> {
    const { action, names, actorId, address } = event;
    const about: NewEntry['details'] =
      names.length === 1 ? { aiService: names[0] as string } : { aiServices: names.length };
    const details = address === undefined ? about : { ...about, address };
    await this.audit.append(tx, { actor: actorId, action: auditActions[action] ?? 'ai_service_changed', details });
  }
}

/** The name of each change in the audit log. */
const auditActions: Readonly<Record<string, string>> = {
  service_added: 'ai_service_added',
  service_changed: 'ai_service_changed',
  service_enabled: 'ai_service_enabled',
  service_disabled: 'ai_service_disabled',
  services_ordered: 'ai_services_ordered',
  service_tested: 'ai_service_tested',
  service_removed: 'ai_service_removed',
  key_stored: 'ai_service_key_stored',
  key_removed: 'ai_service_key_removed',
};
