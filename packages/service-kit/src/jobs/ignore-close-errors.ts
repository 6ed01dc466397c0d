import type { Queue } from 'bull';

type Worker = Pick<Queue, 'process'> & {
  closing?: Promise<unknown>;
  setWorkerName(): Promise<unknown>;
  bclientInitialized?: boolean;
  bclient: { connect(): Promise<unknown> };
  whenCurrentJobsFinished(): Promise<unknown>;
  eclient: Subscriber;
};

interface Subscriber {
  subscribe(...channels: string[]): Promise<unknown>;
  psubscribe(...patterns: string[]): Promise<unknown>;
}

/**
 * Ignores the rejections of calls that a queue starts and no caller awaits. A queue that is closed before its Redis has
 * answered rejects the first two; one that is closed while it reconnects, as it does when it was paused a moment ago, the
 * third; one that is closed when Redis has just come back, the subscriptions that its client makes again. An unhandled rejection ends the process, with all slices in it, before they have drained.
 */
export function ignoreCloseErrors(queue: Queue): void {
  const worker = queue as unknown as Worker;
  const process = queue.process.bind(queue) as (...args: unknown[]) => Promise<void>;
  const setWorkerName = worker.setWorkerName.bind(queue);
  let isSubscriber = false;
  worker.process = (...args: unknown[]) => {
    if (!isSubscriber) ignoreLostSubscriptions(worker.eclient);
    isSubscriber = true;
    return process(...args).catch((error: unknown) => {
      if (!worker.closing) throw error;
    });
  };
  const whenCurrentJobsFinished = worker.whenCurrentJobsFinished.bind(queue);
  worker.whenCurrentJobsFinished = () => {
    if (worker.bclientInitialized) connectOnce(worker.bclient);
    return whenCurrentJobsFinished();
  };
  // Only for operators who list the clients of Redis.
  worker.setWorkerName = () => setWorkerName().catch(() => undefined);
}

/** Whoever subscribes and waits for it gets the error as before. */
function ignoreLostSubscriptions(client: Subscriber): void {
  for (const name of ['subscribe', 'psubscribe'] as const) {
    const subscribe = client[name].bind(client);
    client[name] = (...channels: string[]) => {
      const subscribed = subscribe(...channels);
      subscribed.catch(() => undefined);
      return subscribed;
    };
  }
}

/** Lets a client that connects already, or has nothing to connect to, be. */
function connectOnce(client: Worker['bclient']): void {
  const connect = client.connect.bind(client);
  client.connect = () => connect().catch(() => undefined);
}
