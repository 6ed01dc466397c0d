import type { JSONSchema7 } from '@ai-sdk/provider';
import { Inject, Injectable } from '@nestjs/common';
import type { Generation } from '@polylogue/proto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { MediaPart, EndPart, ProviderRequest, ReplyPart } from '../providers/provider.js';
import { Deadlines } from './deadlines.js';
import { GuardsService } from './guards.service.js';
import { Cancelled, type CallResult, type Order, type Sink } from './call.js';
import { GenerationRecord } from './generation-record.js';
import { RANDOM, type Random } from './random.js';
import { waitBeforeRetry } from './retry.rules.js';
import { soundEnd } from './usage.rules.js';

/** Of a reply and the reasoning before it. */
export const maxReplyBytes = 1024 * 1024;

const nothing: Order['messages'] = [];

const schemaDropped = 'The service refused the answer schema and was called without it.';

/** Gets one reply from one provider: deadlines, bulkhead, breaker, and the one retry loop there is. */
@Injectable()
export class RepliesService {
  /** Services that accepted a request only without its schema: later requests go without one at once. */
  private readonly withoutSchema = new WeakSet<AiServiceEntry>();

  constructor(
    private readonly guards: GuardsService,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  /** Never throws: every failure is part of the answer. `stop` ends it: from outside, and for its deadlines. */
  async fetch(order: Order, sink: Sink, stop: AbortController): Promise<CallResult> {
    const takesSchema = !order.entry.demo && !this.withoutSchema.has(order.entry);
    const call = new RunningCall(order, sink, stop, takesSchema ? order.answerSchema : undefined);
    try {
      const leave = await this.guards.enter(order.entry, call.signal);
      try {
        call.end = await this.askUntilAnswered(call);
        if (call.hasDroppedSchema) this.withoutSchema.add(order.entry);
      } finally {
        leave();
      }
    } catch (thrown) {
      const failure = call.failureOf(thrown);
      if (failure instanceof ProviderError) call.failure = failure;
    }
    return call.close();
  }

  private async askUntilAnswered(call: RunningCall): Promise<EndPart> {
    let before: ProviderError | undefined;
    for (;;) {
      try {
        return await this.askOnce(call);
      } catch (thrown) {
        const failure = call.failureOf(thrown);
        call.deadlines.rest();
        if (failure instanceof Cancelled || call.hasBegun) throw failure;
        // The attempts of this call may have opened the breaker themselves: what the provider did says more.
        if (before && failure.failure.code === 'breaker_open') throw before;
        if (call.schema && failure.failure.code === 'bad_request') {
          call.dropSchema();
          continue;
        }
        if (failure.reason === 'badRequest' && call.order.settings.webSearch)
          throw new ProviderError('searchRefused', failure.status);
        if (!failure.failure.retryNow) throw failure;
        const wait = waitBeforeRetry(call.attempts, failure.retryAfterMs, this.random);
        if (wait === undefined) throw failure;
        before = failure;
        await sleep(wait, undefined, { signal: call.signal });
      }
    }
  }

  private async askOnce(call: RunningCall): Promise<EndPart> {
    const { entry, provider } = call.order;
    // The breaker watches until the first part: what breaks later has proved that the service can be reached.
    const { parts, first } = await this.guards.tryOpen(entry, async () => {
      call.sent();
      const parts = provider.stream(call.request(), call.signal)[Symbol.asyncIterator]();
      try {
        return { parts, first: await call.firstOf(parts) };
      } catch (thrown) {
        throw call.failureOf(thrown);
      }
    });
    try {
      for (let next = first; !next.done; next = await parts.next()) {
        if (next.value.type === 'media') await call.keep(next.value);
        const end = call.take(next.value);
        if (end) return end;
      }
    } finally {
      void parts.return?.().catch(() => undefined);
    }
    throw new ProviderError('silentEnd');
  }
}

/** The state of one call. */
class RunningCall {
  readonly deadlines: Deadlines;
  attempts = 0;
  hasBegun = false;
  hasDroppedSchema = false;
  end: EndPart | undefined;
  failure: ProviderError | undefined;
  private generation: GenerationRecord | undefined;
  private readonly startedAt = performance.now();
  private sentAt = 0;
  private bytes = 0;
  private firstTokenMs: number | undefined;

  constructor(
    readonly order: Order,
    private readonly sink: Sink,
    private readonly stop: AbortController,
    public schema: JSONSchema7 | undefined,
  ) {
    const { entry, remainingMs } = order;
    this.deadlines = new Deadlines(entry.timeouts, remainingMs, (name) => this.stop.abort(new ProviderError(name)));
  }

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  sent(): void {
    this.attempts++;
    // What a failed attempt recorded is no part of the reply.
    const generation = (this.generation = new GenerationRecord());
    const { warnings } = this.order;
    generation.noteMetadata({ warnings: this.hasDroppedSchema ? [...warnings, schemaDropped] : warnings });
    this.sentAt = performance.now();
    this.deadlines.sent();
  }

  request(): ProviderRequest {
    const { entry, settings, messages } = this.order;
    return {
      temperature: settings.temperature,
      reasoningEffort: settings.reasoningEffort,
      maxOutputTokens: settings.maxOutputTokens,
      webSearch: settings.webSearch,
      messages,
      answerSchema: this.schema,
      connectMs: entry.timeouts.connectMs,
      onSend: this.noteSent,
    };
  }

  private readonly noteSent = (body: string): void => this.generation?.noteSent(body);

  /** The service refused the request, perhaps for its schema, which is optional. */
  dropSchema(): void {
    this.schema = undefined;
    this.hasDroppedSchema = true;
  }

  /** Nothing is due from the vendor while it is kept. */
  async keep(part: MediaPart): Promise<void> {
    this.begin();
    this.deadlines.rest();
    if (!this.order.media) throw new ProviderError('mediaRefused');
    if (!this.signal.aborted) await this.order.media.keep(part);
  }

  /** The first part of the reply itself. */
  async firstOf(parts: AsyncIterator<ReplyPart>): Promise<IteratorResult<ReplyPart>> {
    let first = await parts.next();
    for (; !first.done && first.value.type === 'metadata'; first = await parts.next()) this.take(first.value);
    return first;
  }

  /** Takes a part in; answers the end when this is it. */
  take(part: ReplyPart): EndPart | undefined {
    if (part.type === 'end') return soundEnd(part);
    if (part.type === 'metadata') {
      // The SDK warns of models it does not know, and it knows none of the demo's.
      this.generation?.noteMetadata(this.order.entry.demo ? { responseModel: part.responseModel } : part);
      return undefined;
    }
    this.begin();
    this.deadlines.seen();
    if (part.type === 'progress') this.order.media?.progress(part.fraction);
    if (part.type === 'source') this.generation?.noteSource(part);
    if ((part.type !== 'text' && part.type !== 'reasoning') || this.stop.signal.aborted) return undefined;
    this.bytes += Buffer.byteLength(part.text);
    if (this.bytes > maxReplyBytes) throw new ProviderError('tooLarge');
    if (part.type === 'reasoning') this.generation?.noteReasoning(part.text);
    else this.pass(part.text);
    return undefined;
  }

  /** Nothing is asked again from here on: a long thread is let go of while its reply is read. */
  private begin(): void {
    this.hasBegun = true;
    this.order.messages = nothing;
  }

  private pass(text: string): void {
    this.firstTokenMs ??= performance.now() - this.sentAt;
    this.sink(text);
  }

  /** What really happened: an abort of ours shows as any error of the socket. */
  failureOf(thrown: unknown): ProviderError | Cancelled {
    const { reason } = this.signal as { reason: unknown };
    if (reason instanceof ProviderError || reason instanceof Cancelled) return reason;
    return thrown instanceof ProviderError ? thrown : new ProviderError('streamError');
  }

  close(): CallResult {
    const isCancelled = this.end === undefined && this.failure === undefined;
    this.deadlines.close();
    // What is still open at the provider is closed now, not when it is garbage-collected.
    if (this.failure) this.stop.abort(this.failure);
    const { end, firstTokenMs } = this;
    const outcome = end ? 'completed' : firstTokenMs === undefined ? 'failed' : 'interrupted';
    return {
      outcome: isCancelled ? 'cancelled' : outcome,
      end,
      failure: end ? undefined : this.failure,
      attempts: this.attempts,
      totalMs: Math.round(performance.now() - this.startedAt),
      textBytes: this.bytes,
      isBySchema: this.order.answerSchema && end !== undefined && this.schema !== undefined,
      firstTokenMs: firstTokenMs === undefined ? undefined : Math.round(firstTokenMs),
      generation: this.generationSent(),
    };
  }

  /** Undefined where nothing was sent. */
  private generationSent(): Generation | undefined {
    const { entry, sawPictures, settings } = this.order;
    return this.generation?.of(entry, { answerSchema: this.schema !== undefined, ...settings }, sawPictures);
  }
}
