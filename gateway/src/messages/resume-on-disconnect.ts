import { setTimeout as pause } from 'node:timers/promises';
import type { BroadcastEvent } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';

/** The two ways to a broadcast's events. */
export interface BroadcastLines {
  /** Asks for it, from the beginning. */
  ask: () => AsyncIterable<BroadcastEvent>;
  /** Takes it up again. */
  resume: (broadcastId: string, afterId: number) => AsyncIterable<BroadcastEvent>;
  /** Whether `ask` is idempotent. */
  isRepeatable: boolean;
  signal: AbortSignal;
  /** Replaced in tests. */
  pauseMs?: number;
}

// A replica that takes over answers within a second or two; a service that is away should be said to be.
const maxTries = 8;

/**
 * A broadcast's events although the line to conversation breaks: when its replica ends, another one goes on where the
 * last event stood. Nothing twice, nothing missing. Throws what stays broken, and every refusal at once.
 */
export async function* resumeOnDisconnect({ ask, resume, isRepeatable, signal, pauseMs = 200 }: BroadcastLines) {
  let broadcastId: string | undefined;
  let lastId = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      for await (const next of broadcastId === undefined ? ask() : resume(broadcastId, lastId)) {
        if (next.event?.$case === 'accepted') broadcastId = next.event.accepted.broadcastId;
        if (next.id > 0) lastId = next.id;
        tries = 0;
        yield next;
      }
      return;
    } catch (error) {
      const mayAskAgain = broadcastId !== undefined || (tries === 1 && (isRepeatable || isUntouched(error)));
      if (signal.aborted || !isLineBroken(error) || !mayAskAgain || tries >= maxTries) throw error;
      await pause(pauseMs * Math.max(1, tries), undefined, { signal });
    }
  }
}

/** Nothing was stored: the replica said so before it began. */
function isUntouched(error: unknown): boolean {
  return AppError.is(error) && error.code === 'shutting_down';
}

function isLineBroken(error: unknown): boolean {
  return isUntouched(error) || (AppError.is(error) && error.code === 'service_unavailable');
}
