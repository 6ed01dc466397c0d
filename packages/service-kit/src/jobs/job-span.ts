import type { Job } from 'bull';
import { currentContext, newContext } from '../context/request-context.js';
import type { Tracing } from '../tracing/tracing.js';

/** The trace of the code that enqueued a job, in its data. */
export interface TracedData {
  traceparent?: string;
}

/** The current trace, for the data of a job; empty while none is recorded. */
export function jobTrace(): TracedData {
  const traceparent = currentContext()?.span?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}

/** What a job is about, whichever process enqueued it. */
export function withoutTrace<T extends object>(data: T): Omit<T, 'traceparent'> {
  const { traceparent: _, ...rest } = data as T & TracedData;
  return rest;
}

/** Runs a job in a context of its own, as a span of the trace it was enqueued in. */
export function jobSpan<T>(tracing: Tracing, job: Pick<Job, 'data' | 'name' | 'queue'>, work: () => Promise<T>) {
  const { traceparent } = job.data as TracedData;
  const attributes = { 'messaging.system': 'bull', 'messaging.destination.name': job.queue.name };
  return tracing.withSpan(
    newContext({ traceparent }),
    { kind: 'consumer', name: `process ${job.name} job`, attributes },
    work,
  );
}
