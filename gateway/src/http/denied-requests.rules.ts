import type { AppError } from '@polylogue/service-kit';

const isAdminPath = /^\/api\/admin(\/|$)/i;

/** What is refused under /api/admin, and attempts to set what only the server sets. */
export function isAuditedDenial(path: string, error: AppError): boolean {
  const isRefusal = ['forbidden', 'conflict', 'not_found'].includes(error.kind);
  if (isRefusal && (isAdminPath.test(path) || error.code === 'last_admin')) return true;
  return error.issues?.some(({ message }) => message.endsWith('is set by the server and cannot be sent.')) ?? false;
}

/** A route without the ids in it, so that no text of a user reaches the log by way of a path. */
export function routeWordsOf(method: string, path: string): string {
  const segments = path.split('/').map((part) => (/^[a-z-]{0,40}$/.test(part) ? part : '{}'));
  return `${method} ${segments.join('/')}`;
}
