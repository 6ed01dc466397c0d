/** A path as the log has it: of nobody in particular, so that who is erased stands in no log either. */
export function loggedPath(path: string): string {
  return path.replace(/^(\/api\/admin\/users)\/[^/]+/i, '$1/{id}');
}
