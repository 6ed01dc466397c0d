import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from './api.js';

/** One user who sends one message after the other, each until its replies are there, as a page does. */
export class SteadySender {
  /** The messages whose replies have come. */
  readonly sent: string[] = [];
  /** Attempts that were refused or cut. */
  failures = 0;
  #isOn = true;
  readonly #working: Promise<void>;

  constructor(
    private readonly api: Api,
    private readonly name: string,
    private readonly aiServices: string[],
  ) {
    this.#working = this.#work();
  }

  /** Ends after the message under way. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#isOn) {
      const message = `${this.name} ${this.sent.length}`;
      await this.#send(message);
      this.sent.push(message);
    }
  }

  async #send(message: string): Promise<void> {
    const key = { 'idempotency-key': randomUUID() };
    const body = { message, selectedAIs: this.aiServices, mode: 'broadcast' } as const;
    for (;;) {
      try {
        for await (const { event } of this.api.send(body, key)) if (event === 'done') return;
      } catch {
        // Refused, or cut: sent again under the same key.
      }
      this.failures += 1;
      await pause(200);
    }
  }
}
