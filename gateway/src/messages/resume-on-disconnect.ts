import { setTimeout as pause } from 'node:timers/promises';
import type { BroadcastEvent } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';

/** Where the reader of a broadcast stands. */
export interface BroadcastPosition {
  broadcastId: string;
  /** The last event it has; 0: none. */
  afterId: number;
}

/** The first opening of a broadcast's events. */
export interface BroadcastOpening {
  /** Opens the events, from the beginning. */
  open: () => AsyncIterable<BroadcastEvent>;
  /** Whether `open` is idempotent. */
  isRepeatable: boolean;
}

/** The two ways to a broadcast's events. */
export interface BroadcastStreams {
  /** How it is opened; or, of a reader who takes it up again, what it has: that may be all there is. */
  from: BroadcastOpening | BroadcastPosition;
  /** Takes it up again. */
  resume: (position: BroadcastPosition) => AsyncIterable<BroadcastEvent>;
  signal: AbortSignal;
  /** Replaced in tests. */
  pauseMs?: number;
}

// A replica that takes over answers within a second or two; a service that is away should be said to be.
const maxTries = 8;

/**
 * A broadcast's events although the connection to conversation breaks: when its replica ends, another one goes on after
 * the last event. Nothing twice, nothing missing. Throws when it stays disconnected, and every refusal at once; never ends
 * before `done`.
 */
export async function* resumeOnDisconnect({ from, resume, signal, pauseMs = 200 }: BroadcastStreams) {
  const opening = 'open' in from ? from : undefined;
  let broadcastId = 'open' in from ? undefined : from.broadcastId;
  let afterId = 'open' in from ? 0 : from.afterId;
  let isWhole = opening === undefined;
  for (let tries = 1; ; tries += 1) {
    try {
      for await (const next of broadcastId === undefined ? opening!.open() : resume({ broadcastId, afterId })) {
        if (next.event?.$case === 'accepted') broadcastId = next.event.accepted.broadcastId;
        if (next.id > 0) afterId = next.id;
        tries = 0;
        isWhole = next.event?.$case === 'done';
        yield next;
      }
      if (!isWhole) throw endedEarly();
      return;
    } catch (error) {
      const mayRetry = broadcastId !== undefined || (tries === 1 && (opening?.isRepeatable || isUntouched(error)));
      if (signal.aborted || !isDisconnected(error) || !mayRetry || tries >= maxTries) throw error;
      await pause(pauseMs * Math.max(1, tries), undefined, { signal });
    }
  }
}

/** Nothing was stored: the replica said so before it began. */
function isUntouched(error: unknown): boolean {
  return AppError.is(error) && error.code === 'shutting_down';
}

function isDisconnected(error: unknown): boolean {
  return isUntouched(error) || (AppError.is(error) && disconnects.has(error.code));
}

const disconnects = new Set(['service_unavailable', 'stream_ended_early']);

/** A broadcast that could not be read to its end. */
export function endedEarly(): AppError {
  const sentence = 'The answers could not be read to their end. They are kept in your history.';
  return new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
}
