import type { SpanAttributes } from '../context/span.js';

/** `conversation.v1.Broadcasts/SendBroadcast` of a path. */
export function rpcName(path: string): string {
  return path.slice(1);
}

/** What a trace says of an rpc. */
export function rpcAttributes(path: string): SpanAttributes {
  const [, service = '', method = ''] = path.split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
}
