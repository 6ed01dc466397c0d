import { randomUUID } from 'node:crypto';
import { routes, type Route } from '@polylogue/api-contract';
import { addressOf, callsByOwner, clientNamed, linked, missingId, signed } from '../../owned-things.js';
import type { ApiSchema } from '../part.js';
import type { Call } from '../call.js';
import type { Cast } from './cast.js';
import { idsNamedIn } from './named-ids.rules.js';
import { namedCalls, namesNothing, type Things } from './named-calls.js';

/** A call about something, as it is made for each id. */
export interface Target {
  route: Route;
  /** Of the thing of the owner, and of nothing at all. */
  foreign: string;
  missing: string;
  /** The call about the thing with this id; `own` are the caller's things beside it. */
  callFor(id: string, own: Things): Call;
  /** Whether the id stands in the path: others are refused, and what is no id is refused as such. */
  isInPath: boolean;
  /** Whether it belongs to the owner alone: not to administrators, not to whom has the secret of a webhook. */
  isOwners: boolean;
}

const routeOf = (name: string) => {
  const [method, path = ''] = name.split('?')[0]!.split(' ');
  return routes.find((each) => each.method === method && each.path === path);
};

/** Every call that names something; what has none is said by {@link uncovered}. */
export function targetsOf(cast: Cast): Target[] {
  return [...ownersTargets(cast), ...namedTargets(cast), ...otherTargets(cast)];
}

function ownersTargets({ owned }: Cast): Target[] {
  return callsByOwner.flatMap(([name, what, body]) => {
    const route = routeOf(name);
    const [method = '', address = ''] = name.split(' ');
    if (!route) return [];
    const callFor = (id: string) => ({ method, path: addressOf(address, id), body: body?.(id) });
    const isInPath = route.path.includes('{id}');
    return { route, foreign: owned[what], missing: missingId(what), callFor, isInPath, isOwners: true };
  });
}

function namedTargets({ owned }: Cast): Target[] {
  return namedCalls.flatMap(({ route: name, what, path, body }) => {
    const route = routeOf(name);
    if (!route) return [];
    const callFor = (id: string, own: Things) => ({
      method: route.method,
      path: path?.(id, own) ?? route.path,
      body: body?.(id, own),
    });
    // Notices and runs of suites are read by their time, which their ids begin with.
    const isRead = what === 'notice' || what === 'suiteRun';
    const none = isRead ? `${owned[what].slice(0, -6)}abcdef` : missingId(what);
    return { route, foreign: owned[what], missing: none, callFor, isInPath: false, isOwners: false };
  });
}

/** What belongs to the installation, or is opened by something else than a session. */
function otherTargets({ owned, ownerId }: Cast): Target[] {
  const foreignOf = ({ method, path }: Route): [string, string] | undefined => {
    if (clientNamed.includes(`${method} ${path}`)) return [owned.session, randomUUID()];
    if (linked.includes(`${method} ${path}`)) return [owned.roundShare, randomUUID()];
    if (signed.includes(`${method} ${path}`)) return [owned.savedQuery, missingId('savedQuery')];
    if (path.startsWith('/api/admin/users/{id}')) return [ownerId, randomUUID()];
    if (path === '/api/admin/keys/{id}') return [owned.apiKey, randomUUID()];
    if (path.includes('{name}')) return ['demo-brief', 'no-such-service'];
    return undefined;
  };
  return routes.flatMap((route) => {
    const ids = foreignOf(route);
    if (!ids) return [];
    const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
    const callFor = (id: string) => ({ method: route.method, path: route.path.replace(/\{(id|name)\}/, id), body });
    return { route, foreign: ids[0], missing: ids[1], callFor, isInPath: true, isOwners: false };
  });
}

/** Routes and fields that name something for which there is no call. */
export function uncovered(apiSchema: ApiSchema, targets: readonly Target[]): { tried: number; failures: string[] } {
  const inPaths = Object.entries(apiSchema.paths).flatMap(([path, operations]) =>
    path.includes('{') ? Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`) : [],
  );
  const known = new Set(targets.map(({ route: { method, path } }) => `${method} ${path}`));
  const named = new Set(namedCalls.flatMap(({ route, fields }) => fields.map((field) => `${route} ${field}`)));
  const fields = idsNamedIn(apiSchema);
  const failures = [
    ...inPaths.filter((name) => !known.has(name)),
    ...fields.filter((name) => !named.has(name) && !(name in namesNothing)),
  ];
  return { tried: inPaths.length + fields.length, failures: failures.map((name) => `${name}: nothing to try it with`) };
}
