import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

/** Our messages are constants, but those of libraries need not be: what is beyond counts as `other`. */
const maxMessages = 200;
const maxLength = 120;

/** How often a service said each of its warnings and errors since its process began. */
export class WarningCounts {
  readonly #counts = new Map<string, number>();

  /** `args`: what a log method was called with, a message or an object before it. */
  count(args: readonly unknown[]): void {
    const message = args.find((each) => typeof each === 'string') ?? '';
    const isRoom = message.length <= maxLength && (this.#counts.has(message) || this.#counts.size < maxMessages);
    const name = isRoom ? message : 'other';
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  get all(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** Of each logger that was made. */
export const warningsByLogger = new WeakMap<Logger, WarningCounts>();

/** Warnings and errors of a service by their message. Work that fails again and again is no more than a line of the log each time. */
export function warningMetrics(registry: Registry, logger: Logger): void {
  new Counter({
    name: 'log_warnings_total',
    help: 'Warnings and errors that were logged, by message',
    labelNames: ['message'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [message, count] of warningsByLogger.get(logger)?.all ?? []) this.inc({ message }, count);
    },
  });
}
