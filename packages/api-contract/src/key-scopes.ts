/** What an API key may be allowed to do; nothing of administrators is among it. */
export const keyScopes = ['read', 'send', 'schedules'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What of a route decides about keys. */
interface RouteForKeys {
  readonly method: string;
  readonly path: string;
  readonly access: string;
  readonly keyScope?: KeyScope | 'none';
}

const ownersOnly = ['/api/account', '/api/auth'];

/**
 * The scope a key needs for a route; undefined where only a session will do: sign-in, one's account and keys, what
 * administrators do, and what takes things away. Reading is allowed unless the route says otherwise, writing only where
 * the route says so.
 */
export function keyScopeOf({ method, path, access, keyScope }: RouteForKeys): KeyScope | undefined {
  const isOpen = access === 'signed-in' || access === 'approved';
  if (!isOpen || keyScope === 'none' || ownersOnly.some((prefix) => path.startsWith(`${prefix}/`))) return undefined;
  return keyScope ?? (method === 'GET' ? 'read' : undefined);
}
