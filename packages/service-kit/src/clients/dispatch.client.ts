import {
  DispatchServiceDefinition,
  type DispatchEnd,
  type DispatchEvent,
  type DispatchRequest,
} from '@polylogue/proto';
import { v4 as uuid } from 'uuid';
import type { CallingKey } from '../caller/caller.js';
import type { CallerSigner } from '../caller/caller-signer.js';
import { AppError } from '../errors/app-error.js';
import type { GrpcStream } from '../grpc/grpc-caller.js';
import type { CancelSignal } from '../runs/cancellation.js';
import { grpcClient, type GrpcClient } from '../grpc/grpc-client.js';

/** How ai-dispatch is reached. */
export interface DispatchClientOptions {
  /** ai-dispatch's gRPC address. */
  url: string;
  signer: CallerSigner;
  /** Milliseconds that one dispatch may take. */
  deadlineMs: number;
  /** HTTP/2 connections; else one. */
  channels?: number;
}

/** One question to one service. */
export interface Dispatch {
  request: Omit<DispatchRequest, 'callId'>;
  /** The user it is made for when no request of theirs is under way; otherwise the caller of the request. */
  onBehalfOf?: string | undefined;
  /** The API key by which that user asked for it. */
  apiKey?: CallingKey | undefined;
  /** Cancels the call to the provider when it aborts. */
  signal: CancelSignal;
  onText: (text: string) => void;
  /** How far a long reply has come, from 0 to 1; undefined when the provider does not say. */
  onProgress?: ((fraction: number | undefined) => void) | undefined;
}

/** A picture, sound or film of a reply. */
export type DispatchedMedia = Extract<NonNullable<DispatchEvent['event']>, { $case: 'media' }>['media'];

/**
 * What came of a dispatch. `ended`: the provider's end. `lost`: the connection to ai-dispatch broke, or the signal aborted, and
 * how the call ended is not known. `refused`: ai-dispatch answered with an error, and would again.
 */
export type DispatchOutcome =
  | { kind: 'ended'; end: DispatchEnd; media: DispatchedMedia[] }
  | { kind: 'lost'; error?: unknown }
  | { kind: 'refused'; error: unknown };

/** Dispatches one question to one service. */
export class DispatchClient {
  readonly #client: GrpcClient<typeof DispatchServiceDefinition>;

  constructor(private readonly options: DispatchClientOptions) {
    const { url, signer, channels } = options;
    this.#client = grpcClient(DispatchServiceDefinition, { url, signer, ...(channels && { channels }) });
  }

  /** Text is passed on as it arrives; resolves with the end. It never rejects. */
  dispatch(dispatch: Dispatch): Promise<DispatchOutcome> {
    const { signal, onText, onProgress } = dispatch;
    if (signal.aborted) return Promise.resolve({ kind: 'lost' });
    try {
      return outcomeOf(this.#open(dispatch), { signal, onText, onProgress });
    } catch (error) {
      return Promise.resolve(failed(signal, error));
    }
  }

  #open({ request, onBehalfOf: userId, apiKey, signal }: Dispatch): GrpcStream<DispatchEvent> {
    const { signer, deadlineMs } = this.options;
    const callerToken = userId === undefined ? undefined : signer.actingFor({ userId, isApproved: true, apiKey });
    return this.#client.dispatch({ callId: uuid(), ...request }, { signal, deadlineMs, callerToken });
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}

/** It knows no request: that would be kept for as long as the stream is open. */
function outcomeOf(
  stream: GrpcStream<DispatchEvent>,
  { signal, onText, onProgress }: Pick<Dispatch, 'signal' | 'onText' | 'onProgress'>,
): Promise<DispatchOutcome> {
  return new Promise((resolve) => {
    const media: DispatchedMedia[] = [];
    const take = ({ event }: DispatchEvent): void => {
      if (event?.$case === 'delta' && event.delta.text !== '') onText(event.delta.text);
      if (event?.$case === 'progress') onProgress?.(event.progress.fraction);
      if (event?.$case === 'media') media.push(event.media);
      // The stream closes by itself now; leaving it would cancel it, with an error at both ends.
      if (event?.$case === 'end') resolve({ kind: 'ended', end: event.end, media });
    };
    stream.forEach(take).then(
      () => resolve({ kind: 'lost' }),
      (error: unknown) => resolve(failed(signal, error)),
    );
  });
}

function failed(signal: CancelSignal, error: unknown): DispatchOutcome {
  return { kind: signal.aborted || isLost(error) ? 'lost' : 'refused', error };
}

/** Whether a retry may reach an ai-dispatch that answers. */
function isLost(error: unknown): boolean {
  return AppError.is(error) && error.kind === 'unavailable' && error.code !== 'deadline_exceeded';
}
