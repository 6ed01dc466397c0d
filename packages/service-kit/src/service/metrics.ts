import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { status } from '@grpc/grpc-js';

/** How often it is looked how late the event loop is, in milliseconds: each look wakes an idle process. */
const eventLoopMonitoringPrecision = 20;

let isProcessMeasured = false;

/** A slice's own registry. The process itself is measured once, by the first slice in it. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (!isProcessMeasured) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  isProcessMeasured = true;
  return registry;
}

/** Measures the calls a gRPC server answers. */
export function grpcMetrics(registry: Registry) {
  const seconds = new Histogram({
    name: 'grpc_server_call_seconds',
    help: 'Duration of answered gRPC calls by rpc and status',
    labelNames: ['rpc', 'code'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  return (rpc: string, code: status, took: number) => seconds.observe({ rpc, code: status[code] }, took);
}
