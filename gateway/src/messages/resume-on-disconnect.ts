import { setTimeout as pause } from 'node:timers/promises';
import type { BroadcastEvent } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';

/** The two ways to a broadcast's events. */
export interface BroadcastStreams {
  /** Opens the events, from the beginning. */
  open: () => AsyncIterable<BroadcastEvent>;
  /** Takes it up again. */
  resume: (broadcastId: string, afterId: number) => AsyncIterable<BroadcastEvent>;
  /** Whether `open` is idempotent. */
  isRepeatable: boolean;
  signal: AbortSignal;
  /** Whether there may be nothing to come: the reader names the last event it has, and that may be the last of all. */
  mayBeEmpty?: boolean | undefined;
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
export async function* resumeOnDisconnect({
  open,
  resume,
  isRepeatable,
  signal,
  mayBeEmpty = false,
  pauseMs = 200,
}: BroadcastStreams) {
  let broadcastId: string | undefined;
  let isWhole = mayBeEmpty;
  let lastId = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      for await (const next of broadcastId === undefined ? open() : resume(broadcastId, lastId)) {
        if (next.event?.$case === 'accepted') broadcastId = next.event.accepted.broadcastId;
        if (next.id > 0) lastId = next.id;
        tries = 0;
        isWhole = next.event?.$case === 'done';
        yield next;
      }
      if (!isWhole) throw endedEarly();
      return;
    } catch (error) {
      const mayRetry = broadcastId !== undefined || (tries === 1 && (isRepeatable || isUntouched(error)));
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
