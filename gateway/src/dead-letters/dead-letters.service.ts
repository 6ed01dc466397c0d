import { Inject, Injectable } from '@nestjs/common';
import { sliceNames, type DeadLetterKey, type SliceName } from '@polylogue/api-contract';
import { LOGGER, Operations, type LetterKey, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { OperationsClients } from '../clients/operations-clients.js';
import { rowToDeadLetter, toDeadLetter } from './dead-letter.mapper.js';
import { bySlice, newestOf, type SliceLetters } from './dead-letters.rules.js';

const usual = 200;
const replayMs = 120_000;

/** The dead letters of all services and of the gateway itself. */
@Injectable()
export class DeadLettersService {
  constructor(
    private readonly own: Operations,
    @Inject(OperationsClients) private readonly clients: OperationsClients,
    @InjectClient('audit') private readonly audit: ClientOf<'audit'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Of a service that is away only its own letters are missing. */
  async list(limit = usual) {
    const missing: SliceName[] = [];
    const found = await Promise.all(
      sliceNames.map((slice) =>
        this.#listOf(slice, limit).catch((error: unknown) => {
          this.logger.warn({ err: error, slice }, 'dead letters of a service unavailable: it did not answer');
          missing.push(slice);
          return { letters: [], total: 0 };
        }),
      ),
    );
    return { ...newestOf(found, limit), missing };
  }

  /** Written down before it is done. */
  async replay(keys?: readonly DeadLetterKey[]): Promise<{ handled: number; failed: number }> {
    await this.#recordAction('dead_letters_replayed', keys);
    const wanted = keys ? bySlice(keys) : new Map(sliceNames.map((slice) => [slice, undefined]));
    const tallies = await Promise.all([...wanted].map(([slice, some]) => this.#replayOf(slice, some)));
    const sum = (of: (tally: { handled: number; failed: number }) => number) =>
      tallies.reduce((total, tally) => total + of(tally), 0);
    return { handled: sum(({ handled }) => handled), failed: sum(({ failed }) => failed) };
  }

  async discard(keys: readonly DeadLetterKey[]): Promise<{ discarded: number }> {
    await this.#recordAction('dead_letters_discarded', keys);
    const counts = await Promise.all([...bySlice(keys)].map(([slice, some]) => this.#discardOf(slice, some)));
    return { discarded: counts.reduce((sum, count) => sum + count, 0) };
  }

  async #listOf(slice: SliceName, limit: number): Promise<SliceLetters> {
    if (slice === 'gateway') {
      const { letters, total } = await this.own.deadLetters(limit);
      return { total, letters: letters.map((letter) => rowToDeadLetter(slice, letter)) };
    }
    const { letters, total } = await this.#clientOf(slice).listDeadLetters({ limit });
    return { total, letters: letters.map((letter) => toDeadLetter(slice, letter)) };
  }

  async #replayOf(slice: SliceName, keys?: readonly LetterKey[]) {
    if (slice === 'gateway') return this.own.replay(keys);
    return this.#clientOf(slice).replayDeadLetters({ keys: [...(keys ?? [])] }, { deadlineMs: replayMs });
  }

  async #discardOf(slice: SliceName, keys: readonly LetterKey[]): Promise<number> {
    if (slice === 'gateway') return this.own.discard(keys);
    return (await this.#clientOf(slice).discardDeadLetters({ keys: [...keys] })).discarded;
  }

  async #recordAction(action: string, keys: readonly DeadLetterKey[] | undefined): Promise<void> {
    const details = { letters: keys?.length ?? 'all', services: keys ? [...bySlice(keys).keys()].join(' ') : 'all' };
    await this.audit.recordDeed({ action, details: JSON.stringify(details) });
  }

  #clientOf(slice: Exclude<SliceName, 'gateway'>) {
    const client = this.clients.get(slice);
    if (!client) throw new RangeError(`No address is configured for ${slice}.`);
    return client;
  }
}
