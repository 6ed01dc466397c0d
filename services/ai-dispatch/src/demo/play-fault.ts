import type { ServerResponse } from 'node:http';
import type { FaultOrder } from './faults.js';
import { event, type AskedReply, type Protocol } from './protocols/protocol.js';

const floodBytes = 50 * 1024 * 1024;

/** Answers with a fault: before the stream, or somewhere in it. */
export async function playFault(order: FaultOrder, protocol: Protocol, reply: AskedReply, answer: ServerResponse) {
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
  answer.writeHead(200, { 'content-type': 'text/event-stream' });
  answer.write(protocol.begin(reply, { input: 1, output: 0 }) + protocol.token(reply, 'This much arrived'));
  if (order.fault === 'cut') setTimeout(() => answer.socket?.resetAndDestroy(), 20);
  if (order.fault === 'malformed') answer.end(event('{"this": is not JSON'));
  if (order.fault === 'silent-end') answer.end();
  if (order.fault === 'flood') await flood(protocol.token(reply, 'flood '.repeat(10_000)), answer);
}

async function flood(piece: string, answer: ServerResponse): Promise<void> {
  for (let sent = 0; sent < floodBytes && !answer.destroyed; sent += piece.length) {
    if (!answer.write(piece)) await new Promise((resolve) => answer.once('drain', resolve).once('close', resolve));
  }
  answer.end();
}
