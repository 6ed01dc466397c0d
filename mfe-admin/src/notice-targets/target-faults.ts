import { ApiError } from '@polylogue/web-kit';
import { sayWhatFailed } from '../panel/say-what-failed.js';
import type { Faults } from './notice-targets.rules.js';

const fields: readonly string[] = ['address', 'noticeKinds', 'quietHours'];

/** What the server found, at its fields; a toast says the rest. */
export function faultsFrom(error: unknown): Faults {
  const issues = error instanceof ApiError ? (error.issues ?? []) : [];
  const own = issues.filter(({ path }) => fields.includes(path.split('.')[0] ?? ''));
  if (own.length === 0) sayWhatFailed(error);
  return Object.fromEntries(own.map(({ path, message }) => [path.split('.')[0], message])) as Faults;
}
