import type { Webhook } from '@polylogue/api-contract';
import type { Webhook as ProtoWebhook } from '@polylogue/proto';

export const toWebhook = (webhook: ProtoWebhook | undefined): Webhook => ({
  isOn: webhook?.renewedAt !== undefined,
  renewedAt: webhook?.renewedAt?.toISOString() ?? null,
  lastUsedAt: webhook?.lastUsedAt?.toISOString() ?? null,
});
