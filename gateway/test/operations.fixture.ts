import { randomUUID } from 'node:crypto';
import {
  DeadLetter,
  OperationsServiceDefinition,
  type Announcement,
  type AnnouncementsServiceDefinition,
  type LetterKey,
} from '@polylogue/proto';
import { AppError, type GrpcHandlers } from '@polylogue/service-kit';
import { stub, type Stub } from '@polylogue/test-kit';
import { addresses, type Upstream } from '../src/clients/clients.js';

/** What a service behind the gateway gave up on, and whether it answers at all. */
export interface Operated {
  letters: DeadLetter[];
  isAway: boolean;
}

/** What stands in for the gateway every service has for who runs it. */
export interface OperationsFixture {
  operated: Record<Upstream, Operated>;
  stubOf(name: Upstream): Stub;
}

export function operationsOf(): OperationsFixture {
  const operated = Object.fromEntries(
    Object.keys(addresses).map((name): [string, Operated] => [name, { letters: [], isAway: false }]),
  ) as Record<Upstream, Operated>;
  const stubOf = (name: Upstream) => stub(OperationsServiceDefinition, handlersOf(name, operated[name]), name);
  return { operated, stubOf };
}

export function aLetter(slice: string, failedAt: string): DeadLetter {
  const key = { consumer: `${slice}.Some.onThing`, eventId: randomUUID() };
  return { key, subject: 'x.thing_done.v1', error: 'Error: no', attempts: 6, failedAt: new Date(failedAt) };
}

function handlersOf(name: Upstream, here: Operated): GrpcHandlers<typeof OperationsServiceDefinition> {
  const isNamed = (keys: LetterKey[]) => (letter: DeadLetter) =>
    keys.length === 0 || keys.some(({ eventId }) => eventId === letter.key?.eventId);
  const take = (keys: LetterKey[]) => {
    const gone = here.letters.filter(isNamed(keys));
    here.letters = here.letters.filter((letter) => !gone.includes(letter));
    return gone.length;
  };
  const unlessAway = async <T>(answer: () => T): Promise<T> => {
    if (here.isAway) throw new AppError('unavailable', 'away', 'It is away.');
    return answer();
  };
  return {
    listDeadLetters: ({ limit }) =>
      unlessAway(() => ({ letters: here.letters.slice(0, limit), total: here.letters.length })),
    replayDeadLetters: ({ keys }) => unlessAway(() => ({ handled: take(keys), failed: 0 })),
    discardDeadLetters: ({ keys }) => unlessAway(() => ({ discarded: take(keys) })),
    getStatus: () =>
      unlessAway(() => ({
        service: name,
        version: '1.7.0',
        nodeVersion: 'v20',
        process: 'here 1',
        startedAt: new Date(0),
        isDraining: false,
        queues: [],
        outboxWaiting: 0,
        outboxAgeMs: 0,
        deadLetters: here.letters.length,
        dependencies: [{ name: 'nats', isUp: name !== 'quality', isOptional: true, message: '' }],
      })),
  };
}

/** What stands in for admin's one sentence. */
export function announcementsOf() {
  const shown: { announcement: Announcement | undefined } = { announcement: undefined };
  const handlers: GrpcHandlers<typeof AnnouncementsServiceDefinition> = {
    getAnnouncement: () => Promise.resolve({ announcement: shown.announcement }),
    setAnnouncement: (wanted, call) => {
      call.mustHaveCaller().mustBeAdmin();
      return Promise.resolve((shown.announcement = { id: randomUUID(), ...wanted }));
    },
    clearAnnouncement: (_request, call) => {
      call.mustHaveCaller().mustBeAdmin();
      shown.announcement = undefined;
      return Promise.resolve({});
    },
  };
  return { shown, handlers };
}
