import { pathOf, type BodyOf, type Route } from '@polylogue/api-contract';
import type { z } from 'zod';
import { ApiError, connectionError, errorOf, isRedirect, notModified, notSignedIn } from './api-error.js';

/** What a caller may send in the query string of `R`. */
export type QueryOf<R extends Route> = [NonNullable<R['query']>] extends [never]
  ? undefined
  : z.input<NonNullable<R['query']>>;

/** What goes with a call. */
export interface CallOf<R extends Route> {
  body?: BodyOf<R>;
  query?: QueryOf<R>;
  parameters?: Readonly<Record<string, string | number>>;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  /** Milliseconds until the call is given up; 30 s unless set, none for a stream. */
  deadline?: number;
  /** What sends it in place of `fetch`: for a form that reports its upload progress. */
  fetch?: typeof fetch;
}

/** The address of a call: path with its parameters, then the query. */
export function urlOf(
  route: Route,
  { parameters, query }: { parameters?: Readonly<Record<string, string | number>>; query?: unknown } = {},
): string {
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value != null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return pathOf(route.path, parameters) + (text && `?${text}`);
}

/**
 * Sends one call and hands back the answer when it is OK, or 304 to a call that names a tag.
 *
 * @throws {ApiError} otherwise, and what the signal was aborted with when the caller gave up.
 */
export async function request<R extends Route>(
  route: R,
  call: CallOf<R>,
  extra: { headers?: Record<string, string>; signal?: AbortSignal | undefined },
): Promise<Response> {
  const form = call.body instanceof FormData;
  const headers: Record<string, string> = { ...extra.headers };
  if (call.body !== undefined && !form) headers['content-type'] = 'application/json';
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
  const answer = await (call.fetch ?? fetch)(urlOf(route, call), {
    method: route.method,
    credentials: 'include',
    redirect: 'manual',
    headers,
    ...(call.body === undefined ? {} : { body: form ? (call.body as FormData) : JSON.stringify(call.body) }),
    ...(extra.signal ? { signal: extra.signal } : {}),
  }).catch((fault: unknown) => {
    throw call.signal?.aborted ? fault : logged(connectionError(fault), route);
  });
  if (isRedirect(answer)) throw logged(new ApiError(notSignedIn, { status: 401 }), route);
  if (!answer.ok && answer.status !== notModified) throw logged(await errorOf(answer), route);
  return answer;
}

function logged(fault: ApiError, route: Route): ApiError {
  console.error(`${route.method} ${route.path} failed:`, fault.message);
  return fault;
}
