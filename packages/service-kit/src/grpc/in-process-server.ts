import { status, type ServiceError } from '@grpc/grpc-js';
import { InProcessCall, type InProcessMethod, type InProcessRequest } from './in-process-call.js';

const open = new Map<string, InProcessServer>();

/** The server at an address, when it is in this process: slices started together need no wire between them. */
export function inProcessServerAt(address: string): InProcessServer | undefined {
  return open.get(address);
}

/** A gRPC server as slices of the same process reach it. */
export class InProcessServer {
  readonly #methods = new Map<string, InProcessMethod>();
  readonly #calls = new Set<InProcessCall>();
  #onQuiet: (() => void) | undefined;

  serve(method: InProcessMethod): void {
    this.#methods.set(method.path, method);
  }

  open(address: string): void {
    open.set(address, this);
  }

  /** Takes no new calls: later ones go over the wire, as those of other processes do. */
  close(address: string): void {
    if (open.get(address) === this) open.delete(address);
  }

  /** Resolves when no call is under way. */
  async quiet(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => (this.#onQuiet = resolve));
  }

  /** Ends the calls under way. */
  cut(): void {
    for (const call of this.#calls) call.cut(status.UNAVAILABLE, 'The server was closed');
  }

  /** Undefined for a method this server does not have. */
  stream(path: string, question: InProcessRequest): InProcessCall | undefined {
    const method = this.#methods.get(path);
    if (!method) return undefined;
    const call = new InProcessCall(method, question, (ended) => {
      this.#calls.delete(ended);
      if (this.#calls.size === 0) this.#onQuiet?.();
    });
    this.#calls.add(call);
    return call;
  }

  unary(
    path: string,
    question: InProcessRequest,
    done: (failure: ServiceError | null, answer?: unknown) => void,
  ): InProcessCall | undefined {
    const call = this.stream(path, question);
    let answer: unknown;
    call?.on('data', (message: unknown) => (answer = message));
    call?.on('end', () => done(null, answer));
    call?.on('error', (failure: ServiceError) => done(failure));
    return call;
  }
}
