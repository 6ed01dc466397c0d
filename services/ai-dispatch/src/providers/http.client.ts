import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { LRUCache } from 'lru-cache';
import { NetworkPolicy } from '../network/network-policy.js';
import { startProviderSpan } from './provider-span.js';
import { brokenSocket, ProviderError, refusedByStatus } from './provider.errors.js';

export interface Exchange {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  connectMs: number;
  signal: AbortSignal;
  /** Reads a vendor's error body for a status that says more than the one it was sent with. */
  statusOfFault: (body: unknown) => number | undefined;
  /** Called with the body, if there is one, when it is sent. */
  onSend?: ((body: string) => void) | undefined;
  /** A download may be moved once, without any header of ours; nothing else is ever followed. */
  mayMove?: boolean;
}

/** An address as node:http takes it, once it has been seen to lead where requests may go. */
interface Target extends Pick<RequestOptions, 'protocol' | 'hostname' | 'port' | 'path' | 'auth' | 'agent' | 'lookup'> {
  isSecure: boolean;
  /** As its headers name it, and who its address says we are. */
  host: string;
  authorization: string | undefined;
}

/** All that a provider needs of the client. */
export type HttpTransport = Pick<HttpClient, 'open'>;

/** Each service has one or two; jobs and downloads have others for a while. */
const maxTargets = 200;
/** As Node names it. One for all: an error of its own would be made with a stack for each request that is cancelled. */
const aborted = Object.assign(new Error('The request was cancelled.'), { code: 'ABORT_ERR' });
const faultBodyLimit = 16 * 1024;
const faultBodyMs = 2_000;

/**
 * node:http rather than fetch: it follows no redirect, sees the connection being made (so that connecting has a
 * deadline of its own), closes the socket at once on abort, and costs a third of the CPU per streamed packet.
 */
@Injectable()
export class HttpClient implements OnApplicationShutdown {
  private readonly plain = new HttpAgent({ keepAlive: true });
  private readonly secure = new HttpsAgent({ keepAlive: true });
  /** Only those that are allowed: an operator may allow more while the process runs, never less. */
  private readonly targets = new LRUCache<string, Target>({ max: maxTargets });

  constructor(private readonly network: NetworkPolicy) {}

  /** Resolves with an answer of status 2xx, its body still to be read; throws a ProviderError otherwise. */
  async open(exchange: Exchange): Promise<IncomingMessage> {
    const span = startProviderSpan(exchange);
    try {
      const answer = await this.send(exchange);
      const status = answer.statusCode ?? 0;
      span?.setAttributes({ 'http.response.status_code': status });
      if (status >= 200 && status < 300) {
        if (span) answer.once('close', () => span.end(answer.complete ? undefined : 'incomplete'));
        return answer;
      }
      const moved = exchange.mayMove ? movedTo(status, answer.headers.location, exchange.url) : undefined;
      if (moved !== undefined) {
        answer.resume();
        span?.end();
        return await this.open({ ...exchange, url: moved, headers: {}, mayMove: false });
      }
      const better = await readFault(answer, exchange.statusOfFault);
      // Vendors put 400 into the body of any wrong request; the HTTP status is more precise.
      const isVague = better === 400 && status < 500;
      throw refusedByStatus(isVague ? status : (better ?? status), answer.headers);
    } catch (error) {
      span?.end(error instanceof ProviderError ? error.failure.code : error);
      throw error;
    }
  }

  private send({ method, url, headers, body, connectMs, signal, onSend }: Exchange): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const target = this.targetOf(url);
      const { isSecure, protocol, hostname, port, path, auth, agent, lookup } = target;
      if (signal.aborted) throw brokenSocket(aborted, false);
      const request = isSecure ? requestHttps : requestHttp;
      const sent = body === undefined ? headers : headerList(target, headers, body);
      const outgoing = request({ protocol, hostname, port, path, auth, agent, lookup, method, headers: sent });
      watchSocket(outgoing, connectMs, isSecure);
      watchSignal(outgoing, signal);
      settleBy(outgoing, resolve, reject);
      outgoing.end(body);
      if (body !== undefined) onSend?.(body);
    });
  }

  private targetOf(address: string): Target {
    const known = this.targets.get(address);
    if (known) return known;
    const url = new URL(address);
    if (!this.network.allows(url)) throw new ProviderError('forbiddenNetwork');
    const isSecure = url.protocol === 'https:';
    const { protocol, hostname, port, path, auth } = urlToHttpOptions(url);
    const agent = isSecure ? this.secure : this.plain;
    // A name is resolved, and what it resolves to looked at, with each connection.
    const lookup = this.network.lookupFor(url);
    const authorization = auth ? `Basic ${Buffer.from(auth).toString('base64')}` : undefined;
    const { host } = url;
    const target = { isSecure, protocol, hostname, port, path, auth, agent, lookup, host, authorization };
    this.targets.set(address, target);
    return target;
  }

  onApplicationShutdown(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}

/**
 * As a list, which node:http sends as it is. Of an object it makes one of its own, which is kept for as long as the answer is read; but it
 * would add the host, the length and what the address says we are by itself.
 */
function headerList({ host, authorization }: Target, headers: Record<string, string>, body: string): string[] {
  const byName = new Map([
    ['host', host],
    ['content-length', String(Buffer.byteLength(body))],
  ]);
  if (authorization) byName.set('authorization', authorization);
  for (const [name, value] of Object.entries(headers)) byName.set(name.toLowerCase(), value);
  const list: string[] = [];
  for (const [name, value] of byName) list.push(name, value);
  return list;
}

function watchSocket(outgoing: ClientRequest, connectMs: number, isSecure: boolean): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) return;
    // Cancelled at the moment a reply is complete, Node gives the socket an error after it has taken its own listener
    // away: unhandled, it would end the process.
    socket.on('error', () => {});
    const timer = setTimeout(() => outgoing.destroy(new ProviderError('connectTimeout')), connectMs);
    const stop = () => clearTimeout(timer);
    socket.once(isSecure ? 'secureConnect' : 'connect', stop);
    outgoing.on('close', stop);
  });
}

/** Apart from where the body is known: a listener holds on to all that stands around it, for as long as a reply takes. */
function settleBy(
  outgoing: ClientRequest,
  resolve: (answer: IncomingMessage) => void,
  reject: (error: ProviderError) => void,
): void {
  // A server that changes the protocol (101) brings neither an answer nor an error.
  const unanswered = () => reject(brokenSocket(undefined, false));
  outgoing.once('close', unanswered);
  outgoing.once('response', (answer) => {
    outgoing.off('close', unanswered);
    forgetHead(outgoing);
    resolve(answer);
  });
  outgoing.on('error', (error) => reject(error instanceof ProviderError ? error : brokenSocket(error, false)));
}

/** Node keeps what it has sent of a head for as long as the answer is read, only to know that it has sent one. */
function forgetHead(outgoing: ClientRequest): void {
  Object.assign(outgoing, { _header: 'sent' });
}

/** Node's own `signal` watches for the end of the request by half a dozen listeners. */
function watchSignal(outgoing: ClientRequest, signal: AbortSignal): void {
  const abort = () => void outgoing.destroy(aborted);
  signal.addEventListener('abort', abort, { once: true });
  // Not `once`, which adds an object that is kept for as long as the answer is read.
  outgoing.on('close', () => signal.removeEventListener('abort', abort));
}

/** Never from https to http. */
function movedTo(status: number, location: string | undefined, from: string): string | undefined {
  if (status < 301 || status > 308 || location === undefined || !URL.canParse(location, from)) return undefined;
  const { protocol, href } = new URL(location, from);
  return protocol === 'https:' || (protocol === 'http:' && from.startsWith('http:')) ? href : undefined;
}

async function readFault(answer: IncomingMessage, statusOfFault: Exchange['statusOfFault']) {
  const text = await readText(answer, faultBodyLimit).catch(() => '');
  try {
    return statusOfFault(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A whole body, up to a limit; one that is longer is cut off with its socket. */
export async function readBytes(answer: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new ProviderError('tooLarge');
      chunks.push(chunk);
    }
  } catch (thrown) {
    throw thrown instanceof ProviderError ? thrown : brokenSocket(thrown, true);
  } finally {
    if (!answer.readableEnded) answer.destroy();
  }
  return Buffer.concat(chunks);
}

/** A short body as text; a long or slow one is cut off with its socket. */
export async function readText(answer: IncomingMessage, limit: number): Promise<string> {
  const timer = setTimeout(() => answer.destroy(), faultBodyMs);
  try {
    let text = '';
    answer.setEncoding('utf8');
    for await (const chunk of answer) {
      text += chunk as string;
      if (text.length > limit) break;
    }
    return text;
  } finally {
    clearTimeout(timer);
  }
}
