import { status, type ServiceError } from '@grpc/grpc-js';
import { LocalCall, type LocalMethod, type LocalQuestion } from './local-call.js';

const open = new Map<string, LocalDoor>();

/** The door at an address, when it is one of this process: slices started together need no wire between them. */
export function localDoorAt(address: string): LocalDoor | undefined {
  return open.get(address);
}

/** A gRPC door as slices of the same process reach it. */
export class LocalDoor {
  readonly #methods = new Map<string, LocalMethod>();
  readonly #calls = new Set<LocalCall>();
  #onQuiet: (() => void) | undefined;

  serve(method: LocalMethod): void {
    this.#methods.set(method.path, method);
  }

  open(address: string): void {
    open.set(address, this);
  }

  /** Takes nothing new: whoever asks is answered by the wire, as everybody else. */
  close(address: string): void {
    if (open.get(address) === this) open.delete(address);
  }

  /** Resolves when no call is under way. */
  async quiet(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => (this.#onQuiet = resolve));
  }

  /** Ends what is under way. */
  cut(): void {
    for (const call of this.#calls) call.cut(status.UNAVAILABLE, 'The door was closed');
  }

  /** Undefined for a method this door does not have. */
  stream(path: string, question: LocalQuestion): LocalCall | undefined {
    const method = this.#methods.get(path);
    if (!method) return undefined;
    const call = new LocalCall(method, question, (ended) => {
      this.#calls.delete(ended);
      if (this.#calls.size === 0) this.#onQuiet?.();
    });
    this.#calls.add(call);
    return call;
  }

  unary(
    path: string,
    question: LocalQuestion,
    done: (failure: ServiceError | null, answer?: unknown) => void,
  ): LocalCall | undefined {
    const call = this.stream(path, question);
    let answer: unknown;
    call?.on('data', (message: unknown) => (answer = message));
    call?.on('end', () => done(null, answer));
    call?.on('error', (failure: ServiceError) => done(failure));
    return call;
  }
}
