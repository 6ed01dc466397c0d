import type { Webhook } from '@polylogue/proto';
import type { WebhookEntity } from './webhook.entity.js';

export const toProto = (webhook: WebhookEntity | undefined): Webhook => ({
  renewedAt: webhook?.renewedAt,
  lastUsedAt: webhook?.lastUsedAt ?? undefined,
});
