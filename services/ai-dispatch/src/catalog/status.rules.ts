import type { FailureCode } from '../providers/failures.rules.js';
import type { ServiceStatus } from './ai-service.entity.js';

/** What was seen of a service: by a probe of ours, by one an administrator requested, or by a real call. */
export type Sighting = { by: 'probe' | 'administrator' | 'call'; answer: 'connected' | 'unknown' | FailureCode };

export interface SeenStatus {
  status: ServiceStatus;
  /** A real call was refused for its key: a probe that some vendors answer with any key does not outweigh that. */
  isKeyRefused: boolean;
}

export const neverSeen: SeenStatus = { status: 'unknown', isKeyRefused: false };

/** Codes that say nothing lasting about the service. */
const passing: readonly string[] = ['rate_limited', 'overloaded', 'breaker_open', 'bad_request', 'reply_too_large'];

export function statusAfter(before: SeenStatus, { by, answer }: Sighting): SeenStatus {
  if (by === 'call') {
    if (answer === 'connected') return { status: 'connected', isKeyRefused: false };
    return answer === 'invalid_key' ? { status: 'error', isKeyRefused: true } : before;
  }
  if (answer === 'connected' || answer === 'unknown') {
    if (by === 'probe' && before.isKeyRefused) return before;
    return { status: answer, isKeyRefused: false };
  }
  return passing.includes(answer) ? before : { status: 'error', isKeyRefused: before.isKeyRefused };
}
