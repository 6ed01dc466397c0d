import type { Queue } from 'bull';

type Worker = Pick<Queue, 'process'> & {
  closing?: Promise<unknown>;
  setWorkerName(): Promise<unknown>;
};

/**
 * Hears what a queue begins and nobody waits for. One that is closed before its Redis has answered gives up on both, and
 * what goes unheard ends the process, with all slices in it, before they have put their work away.
 */
export function ignoreCloseErrors(queue: Queue): void {
  const worker = queue as unknown as Worker;
  const process = queue.process.bind(queue) as (...words: unknown[]) => Promise<void>;
  const setWorkerName = worker.setWorkerName.bind(queue);
  worker.process = (...words: unknown[]) =>
    process(...words).catch((error: unknown) => {
      if (!worker.closing) throw error;
    });
  // Only for people who list the clients of Redis.
  worker.setWorkerName = () => setWorkerName().catch(() => undefined);
}
