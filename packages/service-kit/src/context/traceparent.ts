import { randomUUID } from 'node:crypto';
import { randomBytesInStock } from '../ids/random-stock.js';

const shape = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Whether a header value is a W3C traceparent we may carry on. */
export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && shape.test(value);
}

/** The traceparent of our own span: same trace with a new span id, or a new trace without a parent, which {@link isTraceparent}. */
export function childTraceparent(parent?: string): string {
  if (parent === undefined) return `00-${traceId()}-${spanId()}-01`;
  return `${parent.slice(0, 36)}${spanId()}${parent.slice(-3)}`;
}

const traceId = () => Buffer.from(randomBytesInStock()).toString('hex');

/** Eight random bytes. Node keeps random uuids in stock; bytes it would fetch for every call. */
function spanId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 4) + uuid.slice(-12);
}
