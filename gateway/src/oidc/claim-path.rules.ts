type Claims = Readonly<Record<string, unknown>>;

/**
 * The values at a path in the claims: a string, or the strings of a list. The path is the claim's whole name
 * (`groups`, `https://example.org/roles`), names with dots between them (`realm_access.roles`), or, for names that hold
 * dots themselves, a JSON pointer (`/resource_access/my.client/roles`).
 */
export function valuesAt(claims: Claims, path: string): string[] {
  const found = namesOf(claims, path).reduce<unknown>(memberOf, claims);
  const list: unknown[] = Array.isArray(found) ? found : [found];
  return list.filter((each): each is string => typeof each === 'string');
}

/** Whether the claim is there: an empty list is an answer, too. */
export function hasClaim(claims: Claims, path: string): boolean {
  return namesOf(claims, path).reduce<unknown>(memberOf, claims) !== undefined;
}

function namesOf(claims: Claims, path: string): string[] {
  if (path.startsWith('/')) {
    const names = path.slice(1).split('/');
    return names.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return Object.hasOwn(claims, path) ? [path] : path.split('.');
}

function memberOf(from: unknown, name: string): unknown {
  const isObject = typeof from === 'object' && from !== null && !Array.isArray(from);
  return isObject && Object.hasOwn(from, name) ? (from as Claims)[name] : undefined;
}
