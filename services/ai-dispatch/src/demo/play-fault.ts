import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FaultOrder } from './faults.js';
import { event, type AskedReply, type Protocol } from './protocols/protocol.js';

const floodBytes = 50 * 1024 * 1024;
const mediaFloodBytes = 200 * 1024 * 1024;

/** How an answer that is no stream breaks: its type, what is sent of it, and one that holds nothing. */
export interface BrokenAnswer {
  type: string;
  begin: string;
  empty: string;
}

/** Answers with a fault: before the stream, or somewhere in it. */
export async function playFault(
  order: FaultOrder,
  protocol: Protocol,
  reply: AskedReply,
  answer: ServerResponse,
  broken?: BrokenAnswer,
) {
  const status = Number(order.fault);
  if (Number.isInteger(status)) {
    const retryAfter = order.retryAfter === undefined ? {} : { 'retry-after': String(order.retryAfter) };
    answer.writeHead(status, { 'content-type': 'application/json', ...retryAfter });
    answer.end(JSON.stringify(protocol.fault(status, `The demo was told to answer ${status}.`)));
    return;
  }
  if (order.fault === 'html') {
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    return;
  }
  if (order.fault === 'redirect') {
    answer.writeHead(302, { location: '/elsewhere' }).end();
    return;
  }
  if (order.fault === 'hang') return;
  if (broken) return playBroken(order, broken, answer);
  answer.writeHead(200, { 'content-type': 'text/event-stream' });
  answer.write(protocol.begin(reply, { input: 1, output: 0 }, {}) + protocol.token(reply, 'This much arrived'));
  if (order.fault === 'cut') setTimeout(() => answer.socket?.resetAndDestroy(), 20);
  if (order.fault === 'malformed') answer.end(event('{"this": is not JSON'));
  if (order.fault === 'silent-end') answer.end();
  if (order.fault === 'flood') await flood(protocol.token(reply, 'flood '.repeat(10_000)), answer);
}

async function playBroken({ fault }: FaultOrder, { type, begin, empty }: BrokenAnswer, answer: ServerResponse) {
  answer.writeHead(200, { 'content-type': type });
  if (fault === 'malformed') return void answer.end('<p>This is nothing of the kind.</p>');
  if (fault === 'silent-end') return void answer.end(empty);
  answer.write(begin);
  if (fault === 'cut') setTimeout(() => answer.socket?.resetAndDestroy(), 20);
  if (fault === 'flood') await flood('A'.repeat(60_000), answer, mediaFloodBytes);
}

async function flood(piece: string, answer: ServerResponse, maxBytes = floodBytes): Promise<void> {
  const pieces = Array.from({ length: Math.ceil(maxBytes / piece.length) }, () => piece);
  // The reader is meant to leave before the end.
  await pipeline(Readable.from(pieces), answer).catch(() => undefined);
}
