import { beforeEach, describe, expect, it } from '@jest/globals';
import type { JsMsg } from 'nats';
import { pino } from 'pino';
import type { Database, Transaction } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import { Tracing } from '../tracing/tracing.js';
import type { DeadLetters, NewDeadLetter } from './dead-letters.js';
import { eventHeaders } from './event-headers.js';
import { EventProcessor } from './event-processor.js';

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const away = new AppError('unavailable', 'away', 'Away.');

/** Every transaction with the events that were handled in it; those that failed leave nothing in the inbox. */
let transactions: number[][];
let answers: string[];
let outcomes: string[];
let letters: NewDeadLetter[];
let inbox: Set<string>;
let fails: (numbers: number[]) => Error | undefined;

beforeEach(() => {
  [transactions, answers, outcomes, letters, inbox] = [[], [], [], [], new Set()];
  fails = () => undefined;
});

const message = (number: number, deliveryCount = 1) => {
  const answer = (how: string) => () => void answers.push(`${number} ${how}`);
  return {
    headers: { get: (name: string) => (name === eventHeaders.id ? idOf(number) : '') },
    info: { deliveryCount },
    json: () => ({ totalResponses: number }),
    ack: answer('ack'),
    nak: answer('nak'),
    term: answer('term'),
  } as unknown as JsMsg;
};

function taker({ isRepeatable = false } = {}): EventProcessor {
  const asWorker = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const added: string[] = [];
    const query = (_sql: string, [, ids]: [string, string[]]) => {
      added.push(...new Set(ids.filter((id) => !inbox.has(id))));
      return Promise.resolve(added.map((event_id) => ({ event_id })));
    };
    const done = await work({ query } as unknown as Transaction);
    for (const id of added) inbox.add(id);
    return done;
  };
  return new EventProcessor(
    {
      consumer: 'admin.Activities.onCompleted',
      subject: 'conversation.broadcast_completed.v1',
      isMany: true,
      isRepeatable,
      handle: (received) => {
        const numbers = received.map(({ event }) => (event as { totalResponses: number }).totalResponses);
        transactions.push(numbers);
        const error = fails(numbers);
        return error ? Promise.reject(error) : Promise.resolve();
      },
    },
    {
      database: { schema: 'admin', asWorker } as unknown as Database,
      letters: { write: (letter) => Promise.resolve(void letters.push(letter)) } as DeadLetters,
      logger: pino({ level: 'silent' }),
      retries: { delaysMs: [1, 1] },
      tracing: Tracing.off,
      onDone: (_consumer, outcome) => outcomes.push(outcome),
    },
  );
}

describe('events that come together', () => {
  it('are handled in one transaction, each once, and answered after it', async () => {
    await taker().take([message(1), message(2), message(1), message(3)]);
    expect(transactions).toEqual([[1, 2, 3]]);
    expect(answers).toEqual(['1 ack', '2 ack', '1 ack', '3 ack']);
    expect(outcomes).toEqual(['handled', 'handled', 'repeated', 'handled']);
    await taker().take([message(2), message(3)]);
    expect(transactions).toHaveLength(1);
  });

  it('are not remembered where handling one again does nothing, and come once to a transaction all the same', async () => {
    const repeatable = taker({ isRepeatable: true });
    await repeatable.take([message(1), message(2), message(1)]);
    await repeatable.take([message(1)]);
    expect(transactions).toEqual([[1, 2], [1]]);
    expect(inbox.size).toBe(0);
    expect(answers).toEqual(['1 ack', '2 ack', '1 ack', '1 ack']);
  });

  it('are handled one by one when that fails, so that only one is sent again', async () => {
    fails = (numbers) => (numbers.includes(2) ? new Error('indigestible') : undefined);
    await taker().take([message(1), message(2), message(3)]);
    expect(transactions).toEqual([[1, 2, 3], [1], [2], [3]]);
    expect(answers).toEqual(['1 ack', '2 nak', '3 ack']);
    expect(outcomes).toEqual(['handled', 'failed', 'handled']);
  });

  it('are all sent again when what they need is away, without a try for each', async () => {
    fails = () => away;
    await taker().take([message(1), message(2)]);
    expect(transactions).toEqual([[1, 2]]);
    expect(answers).toEqual(['1 nak', '2 nak']);
    expect(letters).toEqual([]);
  });

  it('do not wait for one that failed before: it is taken alone, and put aside after the last attempt', async () => {
    fails = (numbers) => (numbers.includes(2) ? new Error('indigestible') : undefined);
    await taker().take([message(1), message(2, 3), message(3)]);
    expect(transactions).toEqual([[1, 3], [2]]);
    expect(answers).toEqual(['1 ack', '3 ack', '2 term']);
    expect(letters).toMatchObject([{ eventId: idOf(2), attempts: 3, payload: { totalResponses: 2 } }]);
  });
});
