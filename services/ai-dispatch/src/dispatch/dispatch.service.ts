import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type CallContext, type Caller, type Logger } from '@polylogue/service-kit';
import type { CostEstimate, DispatchEvent } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import type { BegunCall } from '../ledger/call.entity.js';
import { EstimatesService } from '../estimates/estimates.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { sizeOfThread } from '../limits/estimate.rules.js';
import { LimitsService } from '../limits/limits.service.js';
import { MediaService } from '../media/media.service.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { sawPictures } from '../pictures/shown-pictures.rules.js';
import { PricesService } from '../prices/prices.service.js';
import type { FailureName } from '../providers/failures.rules.js';
import { promptIn } from '../providers/media.client.js';
import { ProviderError } from '../providers/provider.errors.js';
import { seesPictures } from '../providers/sees.rules.js';
import { FlushScheduler } from './flush-scheduler.js';
import { CallMetrics } from './call-metrics.js';
import { Coalescer } from './coalescer.js';
import { callIdTaken } from './dispatch.errors.js';
import { toDelta, toEnd, toProgress, toSend, type DispatchInput } from './dispatch.mapper.js';
import { GeneratedMedia } from './generated-media.js';
import { endedCallOf, type OpenCall } from './open-call.js';
import { RepliesService } from './replies.service.js';
import { stopWith } from './stop-with.js';
import { withEstimate, type CallResult, type Order } from './call.js';

/** How long the end of a call waits for the ledger to say whether its id is new. */
const ledgerMs = 2_000;

/** An `end` sent this long before the caller's deadline still reaches it. */
const marginMs = 250;

interface Fetching {
  order: Order;
  text: Coalescer;
  stop: AbortController;
  ended: () => void;
  expected: Promise<CostEstimate | undefined> | undefined;
}

/** One call from beginning to end: the thread in, the reply out, a line in the ledger. */
@Injectable()
export class DispatchService implements OnModuleDestroy {
  /** Calls under way here: a second call with the same id is refused without a query. */
  private readonly running = new Set<string>();
  private readonly closings = new Set<Promise<void>>();
  private readonly flushes = new FlushScheduler();

  constructor(
    private readonly catalog: CatalogService,
    private readonly replies: RepliesService,
    private readonly ledger: LedgerService,
    private readonly limits: LimitsService,
    private readonly prices: PricesService,
    private readonly estimates: EstimatesService,
    private readonly metrics: CallMetrics,
    private readonly media: MediaService,
    private readonly pictures: PicturesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Calls a service of the catalog; an administrator who tests one names its row, offered or not. */
  async *dispatch(
    caller: Caller,
    input: DispatchInput,
    call: Pick<CallContext, 'onLeft' | 'deadline'>,
    entry: AiServiceEntry = this.catalog.get(input.aiService),
  ): AsyncGenerator<DispatchEvent> {
    caller.mustBeApproved();
    if (this.running.has(input.callId)) throw callIdTaken();
    this.running.add(input.callId);
    try {
      const open = await this.begin(entry, input, caller, call);
      // The call knows what to ask, and lets go of it when its reply has begun.
      input.messages = [];
      if (!('fetching' in open)) return yield open;
      const { text, fetching, recorded, generated, leave } = open;
      // One generator: each within another would cost as much per delta as reading it from the provider.
      try {
        for (let delta = await text.next(); delta !== undefined && !open.isRepeated; delta = await text.next()) {
          yield typeof delta === 'string' ? toDelta(delta) : toProgress(delta);
        }
        const reply = await fetching;
        if (!open.isRecorded) await recordedInTime(recorded);
        if (open.isRepeated) throw callIdTaken();
        yield* generated.send(reply);
        yield toEnd(entry, reply, this.prices.costOf(entry, reply.end));
      } finally {
        // Also when the reader left in the middle: the provider is stopped, and the ledger still gets its line.
        leave();
        this.closeSoon(open, input.isBlind);
      }
    } finally {
      this.running.delete(input.callId);
    }
  }

  /** The call under way, or the answer when a limit refuses it. */
  private async begin(
    entry: AiServiceEntry,
    input: DispatchInput,
    caller: Caller,
    call: Pick<CallContext, 'onLeft' | 'deadline'>,
  ): Promise<OpenCall | DispatchEvent> {
    const { callId, answerSchema, keepsMedia = false, task } = input;
    const begun = begunOf(entry, input, caller);
    const { messages: thread, settings, warnings } = toSend(entry, input);
    const shown = this.pictures.show(caller, entry, thread);
    // Each wait for nothing would be made six times a broadcast, before any provider is called.
    const messages = shown instanceof Promise ? await shown : shown;
    const { stop, leave, end } = stopWith(call);
    const text = new Coalescer(this.flushes);
    const generated = this.mediaOf(entry, begun, { isOfRun: input.isOfRun ?? false, messages });
    const order = {
      entry,
      provider: this.catalog.providerOf(entry),
      messages,
      settings,
      warnings,
      answerSchema,
      media: keepsMedia ? keeping(generated, text) : undefined,
      sawPictures: sawPictures(thread, seesPictures(entry)),
      remainingMs: call.deadline
        ? Math.max(1, call.deadline.getTime() - Date.now() - marginMs)
        : Number.POSITIVE_INFINITY,
    };
    if (entry.category !== 'text' && !keepsMedia) return this.refuse(entry, begun, 'mediaRefused');
    const { bytes, tokens: inputTokens } = sizeOfThread(messages);
    const admission = await this.limits.admit({ callId, startedAt: begun.startedAt, caller, entry, inputTokens });
    if (admission && 'refused' in admission) return this.refuse(entry, begun, admission.refused);
    this.metrics.began(entry);
    // Beside the connection, not before it: the caller has committed, and the ledger must not delay the first byte.
    const recorded = this.ledger.begin(begun).then((isNew) => {
      open.isRecorded = true;
      open.isRepeated = !isNew;
      if (open.isRepeated) leave();
    });
    const sent = { sentBytes: bytes, hasSchema: answerSchema !== undefined, task };
    const expected = this.estimates.costOf(entry, { bytes, maxOutputTokens: settings.maxOutputTokens }, sent);
    const ended = () => {
      end();
      text.close();
      admission?.leave();
    };
    const fetching = this.fetch({ order, text, stop, ended, expected });
    const parts = { entry, begun, inputTokens, sent, text, leave, generated, admission, fetching, recorded };
    const open: OpenCall = Object.assign(parts, { isRecorded: false, isRepeated: false });
    return open;
  }

  private mediaOf(
    { category }: AiServiceEntry,
    { callId, userId, aiService }: BegunCall,
    { isOfRun, messages }: { isOfRun: boolean; messages: Order['messages'] },
  ): GeneratedMedia {
    // A text is not held on to for a name that nothing will have.
    const prompt = category === 'text' ? '' : promptIn(messages);
    return new GeneratedMedia(this.media, { callId, userId, aiService, isOfRun, prompt });
  }

  /** `ended` is called as soon as the provider's part is over, before what else is known of the call. */
  private async fetch({ order, text, stop, ended, expected }: Fetching): Promise<CallResult> {
    let reply: CallResult;
    try {
      reply = await this.replies.fetch(order, (piece) => text.push(piece), stop);
    } finally {
      ended();
    }
    return expected ? withEstimate(reply, await expected) : reply;
  }

  /** The calls of the last moments still get their lines. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.closings);
  }

  /** The service is not called and nothing is spent: what a limit refuses is not a call and has no ledger row. */
  private refuse(entry: AiServiceEntry, { callId, aiService }: BegunCall, limit: FailureName): DispatchEvent {
    this.metrics.refused(entry, limit);
    this.logger.info({ callId, aiService, limit }, 'a limit refused a call');
    return toEnd(entry, { outcome: 'failed', failure: new ProviderError(limit), attempts: 0, totalMs: 0 });
  }

  /** A status that changed with a blind call would name the service. */
  private closeSoon(call: OpenCall, isBlind = false): void {
    const { callId } = call.begun;
    const closing: Promise<void> = this.close(call, isBlind)
      .catch((error: unknown) => this.logger.error({ err: error, callId }, 'closing a call failed'))
      .finally(() => this.closings.delete(closing));
    this.closings.add(closing);
  }

  private async close(open: OpenCall, isBlind: boolean): Promise<void> {
    const { entry, generated, admission } = open;
    const reply = await open.fetching;
    await generated
      .dropUnsent()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'removing unsent media failed'));
    const cost = this.prices.costOf(entry, reply.end);
    this.metrics.ended(entry, reply, cost);
    await open.recorded;
    if (open.isRepeated) return admission?.giveBack();
    const ended = endedCallOf(open, reply, { cost, price: this.prices.priceOf(entry) });
    this.ledger.end(ended);
    const { callId, aiService, outcome, errorCode, attempts, totalMs } = ended;
    const { status } = reply.failure ?? {};
    this.logger.info({ callId, aiService, outcome, errorCode, status, attempts, totalMs }, 'a call ended');
    if (!isBlind) await this.noteHealth(aiService, reply);
  }

  private async noteHealth(aiService: string, { outcome, failure }: CallResult): Promise<void> {
    if (outcome === 'completed') this.catalog.note(aiService, { by: 'call', answer: 'connected' });
    if (failure) this.catalog.note(aiService, { by: 'call', answer: failure.failure.code });
    // The service may be gone: a probe now finds out sooner than the next interval.
    if (failure?.failure.code === 'unreachable') await this.catalog.probe(aiService, 'probe');
  }
}

const begunOf = (
  { model }: AiServiceEntry,
  { callId, aiService }: DispatchInput,
  { userId, apiKey }: Caller,
): BegunCall => ({
  callId,
  userId,
  aiService,
  model,
  startedAt: new Date(),
  apiKeyId: apiKey?.id,
});

/** Where media and progress of a call go. */
const keeping = (generated: GeneratedMedia, text: Coalescer): Order['media'] => ({
  keep: (part) => generated.keep(part),
  progress: (fraction) => text.note({ fraction }),
});

async function recordedInTime(recorded: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([recorded, new Promise<void>((resolve) => (timer = setTimeout(resolve, ledgerMs)))]);
  clearTimeout(timer);
}
