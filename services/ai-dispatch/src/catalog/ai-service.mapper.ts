import { category, serviceStatus, type AiService } from '@polylogue/proto';
import type { ServiceStatus } from './ai-service.entity.js';
import type { KnownServiceEntity } from './known-service.entity.js';

export function toProto({ entry, status }: { entry: KnownServiceEntity; status: ServiceStatus }): AiService {
  const { name, displayName, color, demo, model } = entry;
  return {
    name,
    displayName,
    color,
    category: category.fromWord(entry.category),
    status: serviceStatus.fromWord(status),
    demo,
    model,
  };
}
