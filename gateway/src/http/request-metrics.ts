import { Gauge, Histogram, type Registry } from 'prom-client';
import type { HttpResponse } from './http-messages.js';

/** One answered request. */
export interface AnsweredRequest {
  method: string;
  route: string;
  status: number;
  ms: number;
}

/** The metrics of the public HTTP server. */
export interface RequestMetrics {
  begun(response: HttpResponse): void;
  ended(response: HttpResponse, request: AnsweredRequest): void;
}

/** Rate, errors and duration of every route; event streams last as long as a page is open and are only counted. */
export function requestMetrics(registry: Registry): RequestMetrics {
  const open = new Set<HttpResponse>();
  const seconds = new Histogram({
    name: 'http_server_request_seconds',
    help: 'Duration of answered requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  new Gauge({
    name: 'http_server_open',
    help: 'Requests that are not over yet: event streams and ordinary ones',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const streams = [...open].filter(isEventStream).length;
      this.set({ kind: 'stream' }, streams);
      this.set({ kind: 'request' }, open.size - streams);
    },
  });
  return {
    begun: (response) => open.add(response),
    ended: (response, { method, route, status, ms }) => {
      open.delete(response);
      if (!isEventStream(response)) seconds.observe({ method, route, status }, ms / 1000);
    },
  };
}

function isEventStream(response: HttpResponse): boolean {
  const type = response.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('text/event-stream');
}
