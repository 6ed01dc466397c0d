import { executionStatus, type RunDigest } from '@polylogue/proto';
import type { RunDigestRow } from './run-digests.repository.js';

export function toProto({ executionId, status, error, ...digest }: RunDigestRow): RunDigest {
  return {
    ...digest,
    executionNumber: executionId,
    status: executionStatus.fromWord(status),
    error: error ?? undefined,
    isWatched: false,
    changes: [],
  };
}
