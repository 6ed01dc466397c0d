import { randomUUID } from 'node:crypto';
import type { TokenUser } from '@polylogue/service-kit';

/** An approved user no other test has. */
export function aUser(overrides: Partial<TokenUser> = {}): TokenUser {
  return { userId: randomUUID(), role: 'user', isApproved: true, ...overrides };
}

/** An administrator. */
export function anAdmin(overrides: Partial<TokenUser> = {}): TokenUser {
  return aUser({ role: 'admin', ...overrides });
}
