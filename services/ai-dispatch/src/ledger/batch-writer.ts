import { setImmediate as soon, setTimeout as sleep } from 'node:timers/promises';

interface Waiting<I, O> {
  item: I;
  resolve: (answer: O) => void;
  reject: (error: unknown) => void;
}

const maxInBatch = 500;

/**
 * Writes items in batches without waiting for one to fill: what arrives together is written at once, what comes meanwhile
 * is the next batch. `write` answers one answer per item, in order.
 */
export class BatchWriter<I, O> {
  private waiting: Waiting<I, O>[] = [];
  private running: Promise<void> | undefined;

  constructor(
    private readonly write: (items: I[]) => Promise<O[]>,
    private readonly gatherMs = 0,
  ) {}

  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.running ??= this.drain().finally(() => (this.running = undefined));
    });
  }

  private async drain(): Promise<void> {
    await (this.gatherMs > 0 ? sleep(this.gatherMs) : soon());
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxInBatch);
      try {
        const answers = await this.write(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(answers[index] as O));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
