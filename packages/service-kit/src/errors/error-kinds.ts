import { status } from '@grpc/grpc-js';

interface ErrorKindRow {
  grpc: status;
  http: number;
  /** Whether the same call may succeed when it is retried. */
  retry: boolean;
}

/** The closed list of error kinds and what each is on every transport. A kind without a row does not compile. */
export const errorKinds = {
  invalid: { grpc: status.INVALID_ARGUMENT, http: 400, retry: false },
  unauthenticated: { grpc: status.UNAUTHENTICATED, http: 401, retry: false },
  forbidden: { grpc: status.PERMISSION_DENIED, http: 403, retry: false },
  not_found: { grpc: status.NOT_FOUND, http: 404, retry: false },
  conflict: { grpc: status.ALREADY_EXISTS, http: 409, retry: false },
  too_large: { grpc: status.OUT_OF_RANGE, http: 413, retry: false },
  unsupported_type: { grpc: status.UNIMPLEMENTED, http: 415, retry: false },
  unusable: { grpc: status.FAILED_PRECONDITION, http: 422, retry: false },
  rate_limited: { grpc: status.RESOURCE_EXHAUSTED, http: 429, retry: true },
  unavailable: { grpc: status.UNAVAILABLE, http: 503, retry: true },
  internal: { grpc: status.INTERNAL, http: 500, retry: false },
} as const satisfies Record<string, ErrorKindRow>;

/** One of {@link errorKinds}. */
export type ErrorKind = keyof typeof errorKinds;

/** Whether a string read from the wire is an error kind. */
export function isErrorKind(word: unknown): word is ErrorKind {
  return typeof word === 'string' && Object.hasOwn(errorKinds, word);
}
