import type { ApiKey, createApiKey, ValidBodyOf } from '@polylogue/api-contract';
import type { ApiKeyRow, NewApiKey } from '../key-access/api-keys.repository.js';
import { dollarsOf, microsOf } from '../usage/dollars.rules.js';

/** What the owner of a new key decides. */
export function toRow({ name, scopes, aiServices, dailyBudget, expiresAt }: ValidBodyOf<typeof createApiKey>) {
  return {
    name,
    scopes,
    aiServices: aiServices ?? null,
    dailyBudgetMicros: dailyBudget ? microsOf(dailyBudget) : null,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
  } satisfies Partial<NewApiKey>;
}

export function toApiKey(
  { userId: _userId, dailyBudgetMicros, createdAt, expiresAt, lastUsedAt, ...row }: ApiKeyRow,
  today: ApiKey['today'],
): ApiKey {
  return {
    ...row,
    dailyBudget: dailyBudgetMicros === null ? null : dollarsOf(dailyBudgetMicros),
    today,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
