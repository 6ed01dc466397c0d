import { category, serviceStatus, type AiService } from '@polylogue/proto';
import { seesPictures } from '../providers/sees.rules.js';
import { supportedSettings, temperatureBounds } from '../providers/supported-settings.rules.js';
import type { ListedService } from './ai-service.entity.js';
import type { KnownServiceEntity } from './known-service.entity.js';

export const toProto = ({ entry, status }: ListedService): AiService => ({
  ...toFormer(entry),
  status: serviceStatus.fromWord(status),
  supports: supportedSettings(entry),
  maxOutputTokens: entry.answerLimits?.maxOutputTokens,
  ...temperatureBounds(entry),
  sees: seesPictures(entry),
  hasDefaultColor: entry.hasDefaultColor,
});

/** A service that is no longer offered: what it took is not known any more. */
export function toFormer({ name, displayName, color, demo, model, category: kind }: KnownServiceEntity): AiService {
  const status = serviceStatus.fromWord('unknown');
  return { name, displayName, color, category: category.fromWord(kind), status, demo, model };
}
