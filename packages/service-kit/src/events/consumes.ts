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

/** A method marked with {@link Consumes}. */
export type EventHandler<S extends EventSubject> = (event: EventOf<S>, context: EventContext) => Promise<void>;

/** A handler with the name it has in inbox, dead letters and JetStream. */
export interface NamedHandler {
  /** `quality.AssessmentsConsumer.onReplyStored`. */
  consumer: string;
  subject: EventSubject;
  handle: EventHandler<EventSubject>;
}

const consumesMark = Symbol('polylogue.consumes');

/** Marks a provider's method as the durable consumer of a subject. It must only act through `context.tx`. */
export function Consumes<S extends EventSubject>(subject: S) {
  return (_target: object, _key: string | symbol, descriptor: TypedPropertyDescriptor<EventHandler<S>>): void => {
    Reflect.defineMetadata(consumesMark, subject, descriptor.value as object);
  };
}

/** The subject a method consumes, if it does. */
export function subjectOf(method: unknown): EventSubject | undefined {
  return typeof method === 'function'
    ? (Reflect.getMetadata(consumesMark, method) as EventSubject | undefined)
    : undefined;
}
