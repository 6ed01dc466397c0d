import type { Queue } from 'bull';

type Worker = Pick<Queue, 'process'> & {
  closing?: Promise<unknown>;
  setWorkerName(): Promise<unknown>;
};

/**
 * Ignores the rejections of calls that a queue starts and no caller awaits. A queue that is closed before its Redis has
 * answered rejects both, and an unhandled rejection ends the process, with all slices in it, before they have drained.
 */
export function ignoreCloseErrors(queue: Queue): void {
  const worker = queue as unknown as Worker;
  const process = queue.process.bind(queue) as (...args: unknown[]) => Promise<void>;
  const setWorkerName = worker.setWorkerName.bind(queue);
  worker.process = (...args: unknown[]) =>
    process(...args).catch((error: unknown) => {
      if (!worker.closing) throw error;
    });
  // Only for operators who list the clients of Redis.
  worker.setWorkerName = () => setWorkerName().catch(() => undefined);
}
