import type { Queue } from 'bull';

type Worker = Pick<Queue, 'process'> & {
  closing?: Promise<unknown>;
  setWorkerName(): Promise<unknown>;
  bclientInitialized?: boolean;
  bclient: { connect(): Promise<unknown> };
  whenCurrentJobsFinished(): Promise<unknown>;
};

/**
 * Ignores the rejections of calls that a queue starts and no caller awaits. A queue that is closed before its Redis has
 * answered rejects the first two; one that is closed while it reconnects, as it does when it was paused a moment ago, the
 * third. An unhandled rejection ends the process, with all slices in it, before they have drained.
 */
export function ignoreCloseErrors(queue: Queue): void {
  const worker = queue as unknown as Worker;
  const process = queue.process.bind(queue) as (...args: unknown[]) => Promise<void>;
  const setWorkerName = worker.setWorkerName.bind(queue);
  worker.process = (...args: unknown[]) =>
    process(...args).catch((error: unknown) => {
      if (!worker.closing) throw error;
    });
  const whenCurrentJobsFinished = worker.whenCurrentJobsFinished.bind(queue);
  worker.whenCurrentJobsFinished = () => {
    if (worker.bclientInitialized) connectOnce(worker.bclient);
    return whenCurrentJobsFinished();
  };
  // Only for operators who list the clients of Redis.
  worker.setWorkerName = () => setWorkerName().catch(() => undefined);
}

/** Lets a client that connects already, or has nothing to connect to, be. */
function connectOnce(client: Worker['bclient']): void {
  const connect = client.connect.bind(client);
  client.connect = () => connect().catch(() => undefined);
}
