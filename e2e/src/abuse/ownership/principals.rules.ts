import { keyScopeOf, type Route } from '@polylogue/api-contract';

/** Who calls: all that a server can tell apart. */
export const principals = [
  'nobody',
  'unapproved',
  'user',
  'other user',
  'administrator',
  'API key',
  'blocked',
] as const;
export type Principal = (typeof principals)[number];

/** What the guards answer: the call gets through them, or it is refused with this status. */
export type Admission = 'served' | 401 | 403;

const sessionIsRefused: Readonly<Record<Route['access'], readonly Principal[]>> = {
  public: [],
  'signed-in': [],
  approved: ['unapproved'],
  admin: ['unapproved', 'user', 'other user'],
};

/** What the table of access (`access` and `keyScopeOf` of each route) says for this principal. */
export function admissionOf(principal: Principal, route: Route): Admission {
  if (principal === 'API key') return keyScopeOf(route) === undefined ? 403 : 'served';
  // What programs call has no use for a session.
  if (!route.path.startsWith('/api/')) return 401;
  if (route.access === 'public') return 'served';
  if (principal === 'nobody' || principal === 'blocked') return 401;
  return sessionIsRefused[route.access].includes(principal) ? 403 : 'served';
}
