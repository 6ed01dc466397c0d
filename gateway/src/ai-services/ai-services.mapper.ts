import type { AiService, AiServiceLabel } from '@polylogue/api-contract';
import { category, ServiceStatus, serviceStatus, type AiService as ProtoAiService } from '@polylogue/proto';

export function toAiService(service: ProtoAiService): AiService {
  return {
    id: service.name,
    name: service.name,
    displayName: service.displayName,
    color: service.color,
    category: category.toWord(service.category),
    status: toStatus(service.status),
    demo: service.demo,
  };
}

export function toStatus(status: ServiceStatus): AiService['status'] {
  const known = status !== ServiceStatus.UNSPECIFIED && status !== ServiceStatus.UNRECOGNIZED;
  return known ? serviceStatus.toWord(status) : 'unknown';
}

/** How a conversation names its service; one that has left the catalog keeps its name. */
export function toLabel(name: string, service: ProtoAiService | undefined): AiServiceLabel {
  return { name, displayName: service?.displayName ?? name, color: service?.color ?? '#6C6961' };
}
