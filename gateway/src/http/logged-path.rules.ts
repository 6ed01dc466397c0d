/** A path for the log, without ids of users: who is erased must not stand in a log either. */
export function loggedPath(path: string): string {
  return path.replace(/^(\/api\/admin\/users)\/[^/]+/i, '$1/{id}');
}
