type Claims = Readonly<Record<string, unknown>>;

/**
 * The words that stand at a place in the claims: a string, or the strings of a list. The place is the claim's whole name
 * (`groups`, `https://example.org/roles`), names with dots between them (`realm_access.roles`), or, for names that hold
 * dots themselves, a JSON pointer (`/resource_access/my.client/roles`).
 */
export function wordsAt(claims: Claims, place: string): string[] {
  const found = stepsOf(claims, place).reduce<unknown>(step, claims);
  const list: unknown[] = Array.isArray(found) ? found : [found];
  return list.filter((each): each is string => typeof each === 'string');
}

/** Whether anything stands there: an empty list is an answer, too. */
export function isSaid(claims: Claims, place: string): boolean {
  return stepsOf(claims, place).reduce<unknown>(step, claims) !== undefined;
}

function stepsOf(claims: Claims, place: string): string[] {
  if (place.startsWith('/')) {
    const steps = place.slice(1).split('/');
    return steps.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return Object.hasOwn(claims, place) ? [place] : place.split('.');
}

function step(from: unknown, name: string): unknown {
  const isObject = typeof from === 'object' && from !== null && !Array.isArray(from);
  return isObject && Object.hasOwn(from, name) ? (from as Claims)[name] : undefined;
}
