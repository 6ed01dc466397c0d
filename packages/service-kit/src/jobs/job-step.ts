import type { Job } from 'bull';
import { currentContext, newContext } from '../context/request-context.js';
import type { Tracing } from '../tracing/tracing.js';

/** What the data of a job carries of the trace it was put into the queue in. */
export interface TracedData {
  traceparent?: string;
}

/** The trace under way, for the data of a job; nothing while none is taken. */
export function jobTrace(): TracedData {
  const traceparent = currentContext()?.span?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}

/** What a job is about, whichever process enqueued it. */
export function withoutTrace<T extends object>(data: T): Omit<T, 'traceparent'> {
  const { traceparent: _, ...rest } = data as T & TracedData;
  return rest;
}

/** Does a job in a context of its own, as a step of the trace it was put into the queue in. */
export function jobStep<T>(tracing: Tracing, job: Pick<Job, 'data' | 'name' | 'queue'>, work: () => Promise<T>) {
  const { traceparent } = job.data as TracedData;
  const attributes = { 'messaging.system': 'bull', 'messaging.destination.name': job.queue.name };
  return tracing.withSpan(
    newContext({ traceparent }),
    { kind: 'consumer', name: `process ${job.name} job`, attributes },
    work,
  );
}
