import { randomUUID } from 'node:crypto';
import type { TokenUser } from '@polylogue/service-kit';

/** An approved user nobody else has. */
export function aUser(facts: Partial<TokenUser> = {}): TokenUser {
  return { userId: randomUUID(), role: 'user', isApproved: true, ...facts };
}

/** An administrator. */
export function anAdmin(facts: Partial<TokenUser> = {}): TokenUser {
  return aUser({ role: 'admin', ...facts });
}
