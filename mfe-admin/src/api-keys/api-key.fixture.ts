import type { ApiKey } from '@polylogue/api-contract';

export const anApiKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: '0191f0a0-0000-7000-8000-000000000001',
  name: 'Nightly script',
  prefix: 'pl_live_AbCdEfGh',
  scopes: ['read'],
  aiServices: null,
  dailyBudget: null,
  today: { calls: 0, spent: 0, reserved: 0 },
  createdAt: '2026-03-03T00:00:00Z',
  expiresAt: null,
  lastUsedAt: '2026-03-04T00:00:00Z',
  lastUsedAddress: '192.0.2.7',
  ...changes,
});
