import { Metadata } from '@grpc/grpc-js';
import { newContext, type RequestContext } from '../context/request-context.js';
import { childTraceparent } from '../context/traceparent.js';
import type { Span } from '../context/span.js';

/** The metadata keys that travel with every call. No `x-user-*` key is ever read. */
export const metadataKeys = {
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  address: 'x-client-address',
  callerToken: 'x-caller-token',
} as const;

/** Writes the outgoing metadata of one call: a span of its own inside the current one. */
export function outgoingMetadata(context: RequestContext, callerToken: string | undefined, span?: Span): Metadata {
  const metadata = new Metadata();
  metadata.set(metadataKeys.requestId, context.requestId);
  metadata.set(metadataKeys.traceparent, span?.traceparent ?? childTraceparent(context.traceparent));
  if (context.address !== undefined) metadata.set(metadataKeys.address, context.address);
  if (callerToken !== undefined) metadata.set(metadataKeys.callerToken, callerToken);
  return metadata;
}

/** Reads what came in with a call. */
export function incomingContext(metadata: Metadata): RequestContext {
  return newContext({
    requestId: metadata.get(metadataKeys.requestId)[0],
    traceparent: metadata.get(metadataKeys.traceparent)[0],
    address: metadata.get(metadataKeys.address)[0],
  });
}

/** The token that came in with a call; empty when none did. */
export function incomingToken(metadata: Metadata): string {
  return String(metadata.get(metadataKeys.callerToken)[0] ?? '');
}
