import { category, serviceStatus, type AiService } from '@polylogue/proto';
import type { ListedService } from './ai-service.entity.js';

export function toProto({ entry, status }: ListedService): AiService {
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
