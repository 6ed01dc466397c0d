import { EventEmitter } from 'node:events';
import {
  Metadata,
  status,
  type MethodDefinition,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import type { GrpcFailure } from '../errors/grpc-errors.js';
import { maxMessageBytes } from './grpc-codec.js';

/** A method of a server, with what answers its calls: as the server gives it to grpc-js. */
export interface InProcessMethod extends MethodDefinition<unknown, unknown> {
  serve: (
    call: ServerUnaryCall<unknown, unknown> & ServerWritableStream<unknown, unknown>,
    callback: sendUnaryData<unknown>,
  ) => unknown;
}

/** The request, with its metadata and deadline. */
export interface InProcessRequest {
  request: unknown;
  metadata: Metadata;
  /** Milliseconds since 1970. */
  deadline: number | undefined;
}

/**
 * A call between two slices of one process, as its caller sees it: the events of a stream of grpc-js, without the wire.
 * Messages go through their codecs all the same, so that neither side reaches into what the other one holds, and what the
 * wire would refuse is refused here.
 */
export class InProcessCall extends EventEmitter {
  readonly #far: FarSide;
  readonly #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  isPaused = false;

  constructor(
    private readonly method: InProcessMethod,
    { request, metadata, deadline = Infinity }: InProcessRequest,
    private readonly onOver: (call: InProcessCall) => void,
  ) {
    super();
    this.#far = new FarSide(this, method.path, metadata, deadline);
    if (deadline !== Infinity) this.#timer = this.#cutAt(deadline);
    this.#send(request);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.#far.emit('drain');
  }

  cancel(): void {
    this.cut(status.CANCELLED, 'Cancelled on client');
  }

  /** Ends the call from outside: the caller learns why, and the far side that it was cancelled. */
  cut(code: status, details: string): void {
    if (this.#isOver) return;
    this.fail({ code, details, metadata: new Metadata() });
    this.#far.leave();
  }

  /** A message from the far side. False when the caller wants no more for now. */
  take(message: unknown): boolean {
    if (this.#isOver) return true;
    const received = tried(() => this.method.responseDeserialize(weighed(this.method.responseSerialize(message))));
    if ('failure' in received) this.#far.emit('error', received.failure);
    else this.emit('data', received.value);
    return !this.isPaused;
  }

  finish(): void {
    if (this.#end()) this.emit('end');
  }

  fail(failure: GrpcFailure): void {
    if (!this.#end()) return;
    this.emit(
      'error',
      Object.assign(new Error(`${failure.code} ${status[failure.code]}: ${failure.details}`), failure),
    );
  }

  #cutAt(deadline: number): NodeJS.Timeout {
    const passed = () => this.cut(status.DEADLINE_EXCEEDED, 'Deadline exceeded');
    return setTimeout(passed, Math.max(0, deadline - Date.now()));
  }

  /** By itself: beside a function that lives as long as the call, the request and its bytes would live as long, too. */
  #send(request: unknown): void {
    const sent = tried(() => this.method.requestSerialize(request));
    // Not before the caller listens.
    queueMicrotask(() => this.#begin(sent));
  }

  #begin(sent: Tried<Buffer>): void {
    if (this.#isOver) return;
    const received = 'failure' in sent ? sent : tried(() => this.method.requestDeserialize(weighed(sent.value)));
    if ('failure' in received) return this.fail(received.failure);
    this.#far.request = received.value;
    this.method.serve(this.#far as never, (failure, answer) => {
      if (failure) return this.fail(failure as GrpcFailure);
      this.take(answer);
      this.finish();
    });
    this.#far.metadata = none;
  }

  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.onOver(this);
    return true;
  }
}

/** In place of metadata that was read. */
const none = new Metadata();

/** The same call as the server sees it. */
class FarSide extends EventEmitter {
  request: unknown;
  cancelled = false;

  constructor(
    private readonly near: InProcessCall,
    private readonly path: string,
    /** Read where the call begins, and not kept for as long as its stream is open. */
    public metadata: Metadata,
    private readonly deadline: number,
  ) {
    super();
    this.on('error', (failure: GrpcFailure) => near.fail(failure));
  }

  getPath(): string {
    return this.path;
  }

  getDeadline(): number {
    return this.deadline;
  }

  write(message: unknown): boolean {
    return this.near.take(message);
  }

  end(): void {
    this.near.finish();
  }

  leave(): void {
    this.cancelled = true;
    this.emit('cancelled');
  }
}

type Tried<T> = { value: T } | { failure: GrpcFailure };

function tried<T>(work: () => T): Tried<T> {
  try {
    return { value: work() };
  } catch (error) {
    const code = error instanceof TooLarge ? status.RESOURCE_EXHAUSTED : status.INTERNAL;
    return { failure: { code, details: String((error as Error).message), metadata: new Metadata() } };
  }
}

class TooLarge extends Error {}

function weighed(bytes: Buffer): Buffer {
  if (bytes.length <= maxMessageBytes) return bytes;
  throw new TooLarge(`A message larger than max (${bytes.length} vs ${maxMessageBytes})`);
}
