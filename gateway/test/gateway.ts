import { randomUUID } from 'node:crypto';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { Role } from '@polylogue/proto';
import { startSlice, type RunningSlice, type StartSliceOptions } from '@polylogue/test-kit';
import { addresses, type Upstream } from '../src/clients/clients.js';
import { gateway } from '../src/service.js';
import { startUpstreams, type Upstreams } from './upstreams.js';

export const password = 'correct horse battery';
export const sessionSecret = 'a secret of more than thirty-two characters';

export interface RequestParts {
  method?: string;
  /** Sent as JSON, unless it is a string. */
  body?: unknown;
  headers?: Record<string, string>;
  cookie?: string;
  signal?: AbortSignal;
}

export interface RunningGateway {
  slice: RunningSlice;
  upstreams: Upstreams;
  url: string;
  ask(path: string, parts?: RequestParts): Promise<Response>;
  /** Sends a request with exactly this path and these headers; fetch() would tidy them up. */
  rawStatus(method: string, path: string, headers?: OutgoingHttpHeaders): Promise<number>;
  /** Signs a new user up and returns their cookie. */
  aUser(kind?: 'unapproved' | 'approved' | 'admin'): Promise<{ cookie: string; userId: string; email: string }>;
  close(): Promise<void>;
}

/** The gateway behind its real HTTP server, with stubs of the services it calls. */
export async function startGateway(options: StartSliceOptions = {}): Promise<RunningGateway> {
  const upstreams = await startUpstreams();
  const slice = await startSlice(gateway, {
    ...options,
    env: {
      PORT: '0',
      SESSION_SECRET: sessionSecret,
      ...addressesOf(upstreams),
      SIGN_IN_TRIES_PER_ADDRESS: '100000',
      ...options.env,
    },
  }).catch(async (error: unknown) => {
    await upstreams.close();
    throw error;
  });
  const url = slice.service.httpUrl!;
  const ask = (path: string, parts: RequestParts = {}) => send(url, path, parts);
  // Attempts to sign in are counted by e-mail in a Redis that all specs share.
  const gatewayId = randomUUID().slice(0, 8);
  let users = 0;
  const aUser: RunningGateway['aUser'] = async (kind = 'approved') => {
    const email = `person${(users += 1)}.${gatewayId}@example.org`;
    const body = { email, password, firstName: 'Ada', lastName: 'Lovelace' };
    const answer = await ask('/api/signup', { method: 'POST', body });
    const { user } = upstreams.accounts.get(email)!;
    user.isApproved = kind !== 'unapproved';
    if (kind === 'admin') user.role = Role.ADMIN;
    return { cookie: cookieOf(answer)!, userId: user.id, email };
  };
  const close = async () => {
    await slice.close();
    await upstreams.close();
  };
  const rawStatus: RunningGateway['rawStatus'] = (method, path, headers) => sendRaw(url, path, method, headers);
  return { slice, upstreams, url, ask, rawStatus, aUser, close };
}

/** Where the services behind a gateway are found. */
export const addressesOf = (upstreams: Upstreams) =>
  Object.fromEntries(Object.entries(addresses).map(([name, key]) => [key, upstreams.servers[name as Upstream].url]));

function sendRaw(url: string, path: string, method: string, headers: OutgoingHttpHeaders = {}): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.once('error', reject).end();
  });
}

async function send(url: string, path: string, { method = 'GET', body, headers = {}, cookie, signal }: RequestParts) {
  const isText = typeof body === 'string';
  return fetch(url + path, {
    method,
    redirect: 'manual',
    signal,
    headers: {
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    body: isText ? body : body === undefined ? undefined : JSON.stringify(body),
  });
}

export function cookieOf(answer: Response): string | undefined {
  return answer.headers.getSetCookie()[0]?.split(';')[0];
}

export interface Frame {
  id?: string;
  event: string;
  data: Record<string, unknown>;
}

/** Reads the frames of a stream as they come. */
export async function* framesOf(answer: Response): AsyncGenerator<Frame> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body!) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s) as [string, string]),
      );
      text = text.slice(end + 2);
      const data = fields.get('data');
      if (data) yield { id: fields.get('id'), event: fields.get('event')!, data: JSON.parse(data) as Frame['data'] };
    }
  }
}
