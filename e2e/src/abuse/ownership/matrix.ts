import { randomUUID } from 'node:crypto';
import { routes, type Route } from '@polylogue/api-contract';
import { addressOf, contentsOf, linked } from '../../owned-things.js';
import { callUrl, inLanes, type Answer, type Call } from '../call.js';
import { rowOf, type AbuseContext, type PartRow } from '../part.js';
import { comparable, isNothing } from './alike.rules.js';
import { secret, type Cast } from './cast.js';
import { admissionOf, principals, type Principal } from './principals.rules.js';
import type { Target } from './targets.js';

const lanes = 6;
const strangers = principals.filter((each) => each !== 'user');
/** No id of anything; %2e%2e is left out, since a client makes a path of it. */
const malformed = ['x', '%00', '..%2f..', '1%20OR%201', `${randomUUID()}%00`, '9'.repeat(40)];

/** What the calls of the matrix found. */
export interface Findings {
  calls: number;
  guards: string[];
  unlike: string[];
  words: string[];
  opened: string[];
  malformed: string[];
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>, principal: Principal) =>
  `${method} ${path} for ${principal}`;
const shortOf = ({ status, text }: Answer) => `${status} ${text.slice(0, 160)}`;

/** Each call about something of the owner, by each principal but the owner. */
export async function playMatrix({ url }: AbuseContext, cast: Cast, targets: readonly Target[]): Promise<Findings> {
  const found: Findings = { calls: 0, guards: [], unlike: [], words: [], opened: [], malformed: [] };
  const call = (principal: Principal, { headers, ...wanted }: Call) => {
    found.calls += 1;
    return callUrl(url, { ...wanted, headers: { ...cast.headers[principal], ...headers } });
  };
  const cells = targets.flatMap((target) => strangers.map((principal) => ({ target, principal })));
  await inLanes(cells, lanes, async ({ target, principal }) => {
    const { route, foreign, missing, isInPath, isOwners } = target;
    const of = (id: string) => call(principal, target.callFor(id, cast.othersOwn));
    const name = nameOf(route, principal);
    const admission = admissionOf(principal, route);
    // What belongs to the installation is there for its administrators, services are there for all, and a link for whoever has it.
    if (!(admission === 'served' && (isInstallations(route) || isOpenedBy(target)))) {
      const [theirs, none] = await likelyAlike(of, target);
      if (comparable(theirs, [foreign]) !== comparable(none, [missing]))
        found.unlike.push(`${name}: ${shortOf(theirs)} · missing: ${shortOf(none)}`);
      if (theirs.text.includes(secret)) found.words.push(`${name}: ${shortOf(theirs)}`);
      if (isInPath && isOwners && theirs.status < 400 && !isNothing(theirs))
        found.opened.push(`${name}: ${shortOf(theirs)}`);
      if (admission !== 'served' && theirs.status !== admission)
        found.guards.push(`${name}: ${shortOf(theirs)}, not ${admission}`);
    }
    if (!isInPath) return;
    for (const id of malformed) {
      const { status, text } = await of(id);
      const expected = admission === 'served' ? [400, 404, ...(isOwners ? [] : [401, 405])] : [admission, 400, 404];
      if (!expected.includes(status) && !mayBeNamedSo(route, id))
        found.malformed.push(`${name} with ${id}: ${status} ${text.slice(0, 160)}`);
    }
  });
  return found;
}

const isInstallations = ({ path }: Route) => path.startsWith('/api/admin/') || path.includes('{name}');

/** The link of a shared round is in its path. */
const isOpenedBy = ({ route: { method, path }, isInPath }: Target) => isInPath && linked.includes(`${method} ${path}`);

/** A client names its own AI chats. */
const mayBeNamedSo = ({ path }: Route, id: string) =>
  path.startsWith('/api/ai-chat/sessions/{id}') && /^[\w.-]+$/.test(id);

/** An estimate may have changed between two calls: what stays unlike, is. */
async function likelyAlike(of: (id: string) => Promise<Answer>, { foreign, missing }: Target) {
  for (let tries = 3; ; tries -= 1) {
    const [theirs, none] = [await of(foreign), await of(missing)];
    if (tries === 1 || comparable(theirs, [foreign]) === comparable(none, [missing])) return [theirs, none] as const;
  }
}

/** Calls that take from the caller what later calls need. */
const ending = ['DELETE /api/conversations/all', 'POST /api/account/sign-out-everywhere'];

/** Each route by each principal, past the guards or not. */
export async function playGuards({ url }: AbuseContext, cast: Cast): Promise<{ calls: number; failures: string[] }> {
  const isEnding = ({ method, path }: Route) => ending.includes(`${method} ${path}`);
  const last = ending.flatMap((name) => routes.filter(({ method, path }) => `${method} ${path}` === name));
  const inOrder = [...routes.filter((route) => !isEnding(route)), ...last];
  const failures: string[] = [];
  let calls = 0;
  // The key is the other user's, whose sessions end: it comes first.
  for (const principal of ['API key', ...principals.filter((each) => each !== 'API key')] as const) {
    await inLanes(inOrder, 1, async (route) => {
      const expected = admissionOf(principal, route);
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
      const path = addressOf(route.path.replace('{name}', 'no-such-service'), randomUUID());
      calls += 1;
      const answer = await callUrl(url, { method: route.method, path, body, headers: cast.headers[principal] });
      const isServed = answer.status !== 0 && ![401, 403].includes(answer.status) && answer.status < 500;
      const isSigned = route.path.startsWith('/api/webhooks/') && answer.status === 401;
      if (expected === 'served' ? !isServed && !isSigned : answer.status !== expected)
        failures.push(`${nameOf(route, principal)}: ${shortOf(answer)}, not ${expected}`);
    });
  }
  return { calls, failures };
}

/** The owner reads, changes and at last deletes what is theirs. */
export async function playOwner({ url }: AbuseContext, cast: Cast, targets: readonly Target[]) {
  const own = targets.filter(({ isOwners }) => isOwners);
  const reads = own.filter(({ route }) => route.method === 'GET');
  const writes = own.filter(({ route }) => route.method !== 'GET' && route.method !== 'DELETE');
  const failures: string[] = [];
  const play = async (target: Target, isRight: (answer: Answer) => boolean) => {
    const call = target.callFor(target.foreign, cast.owned);
    const answer = await callUrl(url, { ...call, headers: cast.headers.user });
    if (!isRight(answer)) failures.push(`${nameOf(target.route, 'user')}: ${shortOf(answer)}`);
  };
  for (const target of reads) await play(target, ({ status }) => status === 200);
  // What is theirs may be in no state for it (409, 422), but it is theirs.
  const isTheirs = ({ status, text }: Answer) =>
    (status >= 200 && status < 500 && ![401, 403, 404].includes(status)) || text.includes('"code":"claim_not_found"');
  for (const target of writes) await play(target, isTheirs);
  return { calls: reads.length + writes.length, failures };
}

export async function playUnchanged({ url }: AbuseContext, cast: Cast, play: () => Promise<void>): Promise<PartRow> {
  const look = () => contentsOf(url, cast.owner, cast.owned);
  const before = await look();
  await play();
  const after = await look();
  const keys = Object.keys(before) as (keyof typeof before)[];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return rowOf(
    "What another user's calls named is as it was",
    '0 changed',
    `${keys.length} collections changed`,
    changed,
  );
}
