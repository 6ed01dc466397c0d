import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type CallContext, type Caller, type Logger } from '@polylogue/service-kit';
import type { DispatchEvent } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import type { BegunCall, EndedCall } from '../ledger/call.entity.js';
import { EstimatesService } from '../estimates/estimates.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { bytesOfThread, finalSpending, tokensOfThread } from '../limits/estimate.rules.js';
import { LimitsService, type Admitted } from '../limits/limits.service.js';
import { MediaService } from '../media/media.service.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { sawPictures } from '../pictures/shown-pictures.rules.js';
import { PricesService } from '../prices/prices.service.js';
import type { FailureName } from '../providers/failures.rules.js';
import { promptIn } from '../providers/media.client.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { MediaPart, ThreadMessage } from '../providers/provider.js';
import { seesPictures } from '../providers/sees.rules.js';
import { FlushScheduler } from './flush-scheduler.js';
import { CallMetrics } from './call-metrics.js';
import { Coalescer } from './coalescer.js';
import { callIdTaken } from './dispatch.errors.js';
import { toDelta, toEnd, toProgress, toSend, type DispatchInput } from './dispatch.mapper.js';
import { GeneratedMedia } from './generated-media.js';
import { RepliesService } from './replies.service.js';
import { Cancelled, withEstimate, type CallResult } from './call.js';

/** How long the end of a call waits for the ledger to say whether its id is new. */
const ledgerMs = 2_000;

/** An `end` sent this long before the caller's deadline still reaches it. */
const marginMs = 250;

/** One for all calls: an abort without a reason makes an error with a stack each time, at the end of every call. */
const readerIsGone = new Cancelled();

interface OpenCall {
  entry: AiServiceEntry;
  begun: BegunCall;
  messages: readonly ThreadMessage[];
  sent: Pick<EndedCall, 'sentBytes' | 'hasSchema' | 'task'>;
  text: Coalescer;
  /** Stops the provider, if it has not ended. */
  leave: () => void;
  fetching: Promise<CallResult>;
  /** Resolves when it is known whether the call was made before. */
  recorded: Promise<void>;
  /** It was made before, elsewhere. */
  isRepeated: boolean;
  generated: GeneratedMedia;
  admission: Admitted | undefined;
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
    call: Pick<CallContext, 'signal' | 'deadline'>,
    entry: AiServiceEntry = this.catalog.get(input.aiService),
  ): AsyncGenerator<DispatchEvent> {
    caller.mustBeApproved();
    if (this.running.has(input.callId)) throw callIdTaken();
    this.running.add(input.callId);
    try {
      const open = await this.begin(entry, input, caller, call);
      if (!('fetching' in open)) return yield open;
      const { text, fetching, recorded, generated, leave } = open;
      // One generator: each within another would cost as much per delta as reading it from the provider.
      try {
        for (let delta = await text.next(); delta !== undefined && !open.isRepeated; delta = await text.next()) {
          yield typeof delta === 'string' ? toDelta(delta) : toProgress(delta);
        }
        const reply = await fetching;
        await recordedInTime(recorded);
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
    { callId, aiService, answerSchema, keepsMedia = false, isOfRun = false, task, ...prompt }: DispatchInput,
    caller: Caller,
    { signal, deadline }: Pick<CallContext, 'signal' | 'deadline'>,
  ): Promise<OpenCall | DispatchEvent> {
    const { userId, apiKey } = caller;
    const begun = { callId, userId, aiService, model: entry.model, startedAt: new Date(), apiKeyId: apiKey?.id };
    const { messages: thread, settings, warnings } = toSend(entry, prompt);
    const messages = await this.pictures.show(caller, entry, thread);
    const { stop, leave, end } = stopWith(signal);
    const text = new Coalescer(this.flushes);
    const remainingMs = deadline ? Math.max(1, deadline.getTime() - Date.now() - marginMs) : Number.POSITIVE_INFINITY;
    const generated = new GeneratedMedia(this.media, { ...begun, isOfRun, prompt: promptIn(messages) });
    const media = {
      keep: (part: MediaPart) => generated.keep(part),
      progress: (fraction?: number) => text.note({ fraction }),
    };
    const input = { messages, settings, warnings, answerSchema, media: keepsMedia ? media : undefined };
    const order = {
      entry,
      provider: this.catalog.providerOf(entry),
      ...input,
      sawPictures: sawPictures(thread, seesPictures(entry)),
      remainingMs,
    };
    if (entry.category !== 'text' && !keepsMedia) return this.refuse(entry, begun, 'mediaRefused');
    const admission = await this.limits.admit({ ...begun, caller, entry, messages });
    if (admission && 'refused' in admission) return this.refuse(entry, begun, admission.refused);
    this.metrics.began(entry);

    // Beside the connection, not before it: the caller has committed, and the ledger must not delay the first byte.
    const recorded = this.ledger.begin(begun).then((isNew) => {
      open.isRepeated = !isNew;
      if (open.isRepeated) leave();
    });
    const sent = { sentBytes: bytesOfThread(messages), hasSchema: answerSchema !== undefined, task };
    const expected = this.estimates.costOf(entry, { ...settings, bytes: sent.sentBytes }, sent);
    const fetching = this.replies
      .fetch(order, (piece) => text.push(piece), stop)
      .finally(() => {
        end();
        text.close();
        admission?.leave();
      })
      .then(async (reply) => withEstimate(reply, await expected));
    const part = { entry, begun, messages, sent, text, leave, generated, admission };
    const open: OpenCall = { ...part, fetching, recorded, isRepeated: false };
    return open;
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
    const { entry, begun, messages, sent, generated, admission } = open;
    const reply = await open.fetching;
    await generated
      .dropUnsent()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'removing unsent media failed'));
    const cost = this.prices.costOf(entry, reply.end);
    this.metrics.ended(entry, reply, cost);
    await open.recorded;
    if (open.isRepeated) return admission?.giveBack();
    const { outcome, end, failure, attempts, firstTokenMs, totalMs, textBytes = 0, generation } = reply;
    const errorCode = failure?.failure.code;
    const counted = { price: this.prices.priceOf(entry), inputTokens: tokensOfThread(messages) };
    const ended: EndedCall = {
      ...begun,
      endedAt: new Date(),
      outcome,
      errorCode,
      attempts,
      firstTokenMs,
      totalMs,
      cost,
      stopReason: end?.stopReason,
      usage: end?.usage,
      responseModel: generation?.responseModel,
      ...sent,
      expected: generation?.estimate,
      spent: finalSpending({ ...counted, micros: cost?.micros, usage: end?.usage, textBytes }),
    };
    this.ledger.end(ended);
    const { callId, aiService } = begun;
    this.logger.info(
      { callId, aiService, outcome, errorCode, status: failure?.status, attempts, totalMs },
      'a call ended',
    );
    if (!isBlind) await this.noteHealth(aiService, reply);
  }

  private async noteHealth(aiService: string, { outcome, failure }: CallResult): Promise<void> {
    if (outcome === 'completed') this.catalog.note(aiService, { by: 'call', answer: 'connected' });
    if (failure) this.catalog.note(aiService, { by: 'call', answer: failure.failure.code });
    // The service may be gone: a probe now finds out sooner than the next interval.
    if (failure?.failure.code === 'unreachable') await this.catalog.probe(aiService, 'probe');
  }
}

/** What stops a provider when its reader leaves: `leave` from here, the signal from outside, neither of them after `end`. */
function stopWith(signal: AbortSignal) {
  const stop = new AbortController();
  let hasEnded = false;
  const leave = () => {
    if (!hasEnded) stop.abort(readerIsGone);
  };
  // Not `AbortSignal.any`: each of those is looked after until it is collected.
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return { stop, leave, end: () => void (hasEnded = true) };
}

async function recordedInTime(recorded: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([recorded, new Promise<void>((resolve) => (timer = setTimeout(resolve, ledgerMs)))]);
  clearTimeout(timer);
}
