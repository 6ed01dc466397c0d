import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { AppError, type Issue } from './app-error.js';
import { errorKinds, isErrorKind, type ErrorKind } from './error-kinds.js';

/** What grpc-js takes as the end of a failed call. */
export interface GrpcFailure {
  code: status;
  details: string;
  metadata: Metadata;
}

/** The code of a call whose token the far side does not believe. */
export const callerNotVerified = 'caller_not_verified';

/** The sentence of everything we do not want to explain to a caller. */
export const internalSentence = 'Something went wrong on our side. Please try again.';

/** Writes an error as a status with the trailers `kind`, `code`, `issues-bin` and `retry-after`. */
export function toGrpcFailure(thrown: unknown): GrpcFailure {
  const metadata = new Metadata();
  if (!AppError.is(thrown)) {
    metadata.set('kind', 'internal');
    metadata.set('code', 'internal');
    return { code: status.INTERNAL, details: internalSentence, metadata };
  }
  metadata.set('kind', thrown.kind);
  metadata.set('code', thrown.code);
  if (thrown.issues) metadata.set('issues-bin', Buffer.from(JSON.stringify(thrown.issues)));
  if (thrown.retryAfterSeconds !== undefined) metadata.set('retry-after', String(thrown.retryAfterSeconds));
  return { code: errorKinds[thrown.kind].grpc, details: thrown.message, metadata };
}

/** Rebuilds the AppError a failed call carried; a failure of the transport itself becomes one that names the service. */
export function fromGrpcFailure(failure: ServiceError, service: string): AppError {
  const kind = failure.metadata?.get('kind')[0];
  if (!isErrorKind(kind)) return transportError(failure, service);
  const code = String(failure.metadata.get('code')[0] ?? kind);
  // No fault of who is signed in: one of two services has a wrong clock, or keys of another installation.
  if (code === callerNotVerified) return notAvailable(service, failure);
  const retryAfter = Number(failure.metadata.get('retry-after')[0]);
  return new AppError(kind, code, failure.details, {
    issues: readIssues(failure.metadata.get('issues-bin')[0]),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    cause: failure,
  });
}

/** Whether the far side, perhaps a version older, does not have the call that was made. */
export function isUnknownCall(error: unknown): boolean {
  return AppError.is(error) && (error.cause as Partial<ServiceError> | undefined)?.code === status.UNIMPLEMENTED;
}

function readIssues(value: Buffer | string | undefined): Issue[] | undefined {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(value.toString()) as Issue[];
  } catch {
    return undefined;
  }
}

const retryAfterSeconds = 2;

function transportError(failure: ServiceError, service: string): AppError {
  const cause = failure;
  if (failure.code === status.DEADLINE_EXCEEDED) {
    const sentence = `The ${service} service did not answer in time. Please try again.`;
    return new AppError('unavailable', 'deadline_exceeded', sentence, { retryAfterSeconds, cause });
  }
  if (failure.code === status.UNAVAILABLE || failure.code === status.CANCELLED || isCutStream(failure)) {
    return notAvailable(service, failure);
  }
  if (failure.code === status.RESOURCE_EXHAUSTED && /larger than max/.test(failure.details)) {
    return new AppError('too_large', 'message_too_large', 'This is too large to be processed.', { cause });
  }
  return new AppError(kindOfStatus(failure.code), 'internal', internalSentence, { cause });
}

function notAvailable(service: string, cause: ServiceError): AppError {
  const sentence = `The ${service} service is not available right now. Please try again.`;
  return new AppError('unavailable', 'service_unavailable', sentence, { retryAfterSeconds, cause });
}

/** The far side ended without a status: a process that is gone, not a fault it reported. */
function isCutStream({ code, details }: ServiceError): boolean {
  return code === status.INTERNAL && details.startsWith('Received RST_STREAM');
}

function kindOfStatus(code: status): ErrorKind {
  const plain: Partial<Record<status, ErrorKind>> = {
    [status.UNAUTHENTICATED]: 'unauthenticated',
    [status.PERMISSION_DENIED]: 'forbidden',
  };
  return plain[code] ?? 'internal';
}
