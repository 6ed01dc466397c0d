import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { CallingKey } from '../caller/caller.js';
import type { CallerToken } from '../caller/caller-signer.js';
import type { Span } from './span.js';
import { childTraceparent, isTraceparent } from './traceparent.js';

/** What travels with one request through HTTP, gRPC, events and logs. */
export interface RequestContext {
  requestId: string;
  traceparent: string;
  /** The traceparent that came in, if one did. */
  parent?: string;
  /** The current span; absent while nothing is traced. */
  span?: Span;
  /** The address a browser's request came from, for the audit log; only the gateway sets it. */
  address?: string | undefined;
  /** The user of a request; only the gateway sets it. */
  userId?: string;
  /** The API key of a request, and the AI services it is limited to; only the gateway sets it. */
  apiKey?: CallingKey & { aiServices: readonly string[] | null };
  /** For whom gRPC calls are made in the course of the request. */
  callerToken?: CallerToken;
}

const storage = new AsyncLocalStorage<RequestContext>();
const requestIdShape = /^[\w.:-]{1,128}$/;

/** The context of the request being served, if any. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Runs `work` inside a context; everything it awaits or calls sees it. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** A context from what came in. Missing or malformed ids are made new; the span id is always ours. */
export function newContext(incoming: { requestId?: unknown; traceparent?: unknown; address?: unknown } = {}) {
  const { requestId, traceparent, address } = incoming;
  const parent = isTraceparent(traceparent) ? traceparent : undefined;
  const context: RequestContext = {
    requestId: typeof requestId === 'string' && requestIdShape.test(requestId) ? requestId : randomUUID(),
    traceparent: childTraceparent(parent),
  };
  if (parent !== undefined) context.parent = parent;
  if (typeof address === 'string' && isIP(address) > 0) context.address = address;
  return context;
}
