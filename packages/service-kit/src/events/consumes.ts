import 'reflect-metadata';
import type { EventOf, EventSubject } from '@polylogue/proto';
import type { Transaction } from '../database/database.js';

/** What a consumer knows beside the event. */
export interface EventContext {
  /** The worker-role transaction that also remembers the event: what is done in it is done once. */
  tx: Transaction;
  eventId: string;
  subject: EventSubject;
  /** 1 on the first delivery. */
  attempt: number;
}

/** One of the events that a batch consumer receives together. */
export interface ReceivedEvent<S extends EventSubject> {
  event: EventOf<S>;
  eventId: string;
  /** 1 on the first delivery. */
  attempt: number;
}

/** A method marked with {@link Consumes}. */
export type EventHandler<S extends EventSubject> = (event: EventOf<S>, context: EventContext) => Promise<void>;

/** A method marked with {@link ConsumesMany}. */
export type ManyEventsHandler<S extends EventSubject> = (
  received: readonly ReceivedEvent<S>[],
  tx: Transaction,
) => Promise<void>;

/** A handler with the name it has in inbox, dead letters and JetStream. */
export interface NamedHandler {
  /** `quality.AssessmentsConsumer.onReplyStored`. */
  consumer: string;
  subject: EventSubject;
  /** Whether those that come together share a call, which is one transaction. */
  isMany: boolean;
  /** Whether handling an event again does nothing, so that the inbox need not remember it. */
  isRepeatable: boolean;
  handle: ManyEventsHandler<EventSubject>;
  /** Asked before the transaction is opened, since it may wait for others; throws when the event is not to be handled. */
  confirm?: (event: EventOf<EventSubject>) => Promise<void>;
}

type Consumption = Pick<NamedHandler, 'subject' | 'isMany' | 'isRepeatable'>;

const consumesMark = Symbol('polylogue.consumes');

/** Marks a provider's method as the durable consumer of a subject. It must only act through `context.tx`. */
export function Consumes<S extends EventSubject>(subject: S) {
  return mark<EventHandler<S>>({ subject, isMany: false, isRepeatable: false });
}

/**
 * The same for a subject that is published all the time: the method takes, in one transaction, what has come meanwhile. It
 * writes rows in one order, whatever order it receives them in, so that replicas never deadlock.
 *
 * `isRepeatable` promises that handling an event again does nothing, however much later: its effect is rows of which the
 * database takes no second one, and whatever else it does it does for those that are new. The event is then not
 * remembered in the inbox, which costs about as much as a small effect.
 */
export function ConsumesMany<S extends EventSubject>(subject: S, { isRepeatable = false } = {}) {
  return mark<ManyEventsHandler<S>>({ subject, isMany: true, isRepeatable });
}

/** What a method consumes, if it does. */
export function consumptionOf(method: unknown): Consumption | undefined {
  return typeof method === 'function'
    ? (Reflect.getMetadata(consumesMark, method) as Consumption | undefined)
    : undefined;
}

/** A handler of one event as one of many. */
export function oneByOne(subject: EventSubject, handle: EventHandler<EventSubject>): ManyEventsHandler<EventSubject> {
  return async (received, tx) => {
    for (const { event, eventId, attempt } of received) await handle(event, { tx, eventId, subject, attempt });
  };
}

function mark<Handler>(consumption: Consumption) {
  return (_target: object, _key: string | symbol, descriptor: TypedPropertyDescriptor<Handler>): void => {
    Reflect.defineMetadata(consumesMark, consumption, descriptor.value as object);
  };
}
