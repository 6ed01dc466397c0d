import type { Route } from '@polylogue/api-contract';

/** What a fake call got. */
export interface FakeCall {
  method: string;
  url: string;
  body: unknown;
  headers: Headers;
}

/** What a fake route answers: a value as JSON, a `Response`, or a function of the call. */
export type FakeAnswer = unknown | Response | ((call: FakeCall) => unknown);

/** A fake `/api`. */
export interface FakeApi {
  /** Every call so far. */
  calls: FakeCall[];
  /** The calls of one route. */
  callsOf: (route: Pick<Route, 'method' | 'path'>) => FakeCall[];
  /** Sets or replaces the answer of a route. */
  answer: (route: Pick<Route, 'method' | 'path'>, answer: FakeAnswer) => void;
  restore: () => void;
}

/**
 * Puts a fake `/api` in place of `fetch`: `fakeApi([[listUsers, [aUser]], [approveUser, () => { throw … }]])`.
 * A function that throws is a network failure. A call that was not declared answers 404.
 */
export function fakeApi(answers: readonly (readonly [Pick<Route, 'method' | 'path'>, FakeAnswer])[] = []): FakeApi {
  const before = globalThis.fetch;
  const routes = new Map<string, { matches: RegExp; answer: FakeAnswer }>();
  const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
  const api: FakeApi = {
    calls: [],
    callsOf: (route) => api.calls.filter((call) => matcherOf(route).test(`${call.method} ${call.url}`)),
    answer: (route, answer) => void routes.set(nameOf(route), { matches: matcherOf(route), answer }),
    restore: () => void (globalThis.fetch = before),
  };
  for (const [route, answer] of answers) api.answer(route, answer);
  globalThis.fetch = async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const call: FakeCall = {
      method: init.method ?? 'GET',
      url: String(input),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    api.calls.push(call);
    const found = [...routes.values()].find(({ matches }) => matches.test(`${call.method} ${call.url}`));
    const given = found ? found.answer : Response.json({ error: 'Not found.' }, { status: 404 });
    const value: unknown = typeof given === 'function' ? await (given as (call: FakeCall) => unknown)(call) : given;
    return value instanceof Response ? value.clone() : Response.json(value ?? null);
  };
  return api;
}

const matcherOf = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  new RegExp(`^${method} ${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);
