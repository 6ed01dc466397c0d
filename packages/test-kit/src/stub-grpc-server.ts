import {
  AppError,
  CallerVerifier,
  GrpcServer,
  sliceOf,
  type CallContext,
  type GrpcDefinition,
  type GrpcHandlers,
} from '@polylogue/service-kit';
import { freePort } from './free-port.js';
import { testKeys } from './test-keys.js';

/** One call a stub received. */
export interface StubbedCall {
  method: string;
  request: unknown;
  call: CallContext;
}

/** A definition with what the test wants it to answer. */
export interface Stub {
  definition: GrpcDefinition;
  handlers: Record<string, ((request: never, call: CallContext) => unknown) | undefined>;
  /** The slice it stands in for. */
  slice: string;
  /** Methods whose calls say nothing of what is tested: they are not noted. */
  unnoted?: readonly string[] | undefined;
}

/** Another slice, as far as a test needs it. */
export interface StubServer {
  /** `host:port`. */
  url: string;
  /** The calls, in order. */
  calls: StubbedCall[];
  close(): Promise<void>;
}

/** Says what some methods of a definition answer; the rest answer `not_stubbed`. Name the slice where all have the definition. */
export function stub<D extends GrpcDefinition>(
  definition: D,
  handlers: Partial<GrpcHandlers<D>>,
  slice = sliceOf(definition),
): Stub {
  return { definition, handlers: handlers as Stub['handlers'], slice };
}

/** Starts a gRPC server that answers as scripted, typed by the definitions, and checks caller tokens like a real one. */
export async function stubGrpcServer(...stubs: Stub[]): Promise<StubServer> {
  const calls: StubbedCall[] = [];
  const url = `127.0.0.1:${await freePort()}`;
  const server = new GrpcServer({
    url,
    definitions: stubs.map(({ definition }) => definition),
    verifier: new CallerVerifier(
      testKeys().publicKeys,
      stubs.map(({ slice }) => slice),
    ),
    onUnexpected: (error) => console.error('a stub threw', error),
  });
  for (const { definition, handlers, unnoted = [] } of stubs) {
    for (const [key, method] of Object.entries(definition.methods)) {
      const answer = (request: never, call: CallContext): unknown => {
        if (!unnoted.includes(key)) calls.push({ method: key, request, call });
        // Read at the time of the call: a test may change its mind.
        const handler = handlers[key];
        if (handler) return handler(request, call);
        throw new AppError('internal', 'not_stubbed', `The test does not say what ${definition.name}.${key} answers.`);
      };
      const pattern = { service: definition.fullName, rpc: method.name, streaming: 'no_stream' };
      // Nest types patterns as strings, and writes its own as this JSON.
      server.addHandler(JSON.stringify(pattern), ((request: never, call: CallContext) =>
        Promise.resolve(answer(request, call))) as never);
    }
  }
  await new Promise<void>((resolve, reject) => {
    void server.listen((error?: unknown) => (error ? reject(error as Error) : resolve()));
  });
  return { url, calls, close: () => server.drain(0) };
}
