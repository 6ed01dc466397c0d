import { changeKind, executionStatus, type RunDigest } from '@polylogue/proto';
import type { RunDigestRow } from './run-digests.repository.js';

/** Changes carry the display names of their services; a service that is no longer offered goes by its catalog name. */
export function toProto(
  { status, error, changes, ...digest }: RunDigestRow,
  displayNames: ReadonlyMap<string, string>,
): RunDigest {
  return {
    ...digest,
    status: executionStatus.fromWord(status),
    error: error ?? undefined,
    changes: changes.map((change) => ({
      ...change,
      aiService: displayNames.get(change.aiService) ?? change.aiService,
      kind: changeKind.fromWord(change.kind),
    })),
  };
}
