import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type CallContext, type Caller, type Logger } from '@polylogue/service-kit';
import type { DispatchEvent } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import type { BegunCall, EndedCall } from '../ledger/call.entity.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { Coalescer } from './coalescer.js';
import { callIdTaken } from './dispatch.errors.js';
import { toDelta, toEnd, type DispatchInput } from './dispatch.mapper.js';
import { RepliesService } from './replies.service.js';
import type { Reply } from './reply.js';

/** An `end` sent this long before the caller's deadline still reaches it. */
const marginMs = 250;

/** One call from beginning to end: the thread in, the reply out, a line in the ledger. */
@Injectable()
export class DispatchService implements OnModuleDestroy {
  /** Calls under way here: the second of two is refused without asking the database. */
  private readonly running = new Set<string>();
  private readonly closings = new Set<Promise<void>>();

  constructor(
    private readonly catalog: CatalogService,
    private readonly replies: RepliesService,
    private readonly ledger: LedgerService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks a service of the catalogue; an administrator who tests one names its row, offered or not. */
  async *dispatch(
    caller: Caller,
    input: DispatchInput,
    call: Pick<CallContext, 'signal' | 'deadline'>,
    entry: AiServiceEntry = this.catalog.get(input.aiService),
  ) {
    caller.mustBeApproved();
    if (this.running.has(input.callId)) throw callIdTaken();
    this.running.add(input.callId);
    try {
      const { callId, aiService } = input;
      const begun = { callId, userId: caller.userId, aiService, model: entry.model, startedAt: new Date() };
      yield* this.run(entry, input, begun, call);
    } finally {
      this.running.delete(input.callId);
    }
  }

  private async *run(
    entry: AiServiceEntry,
    { messages, temperature, answerSchema }: DispatchInput,
    begun: BegunCall,
    { signal, deadline }: Pick<CallContext, 'signal' | 'deadline'>,
  ): AsyncGenerator<DispatchEvent> {
    const stop = new AbortController();
    const text = new Coalescer();
    let isRepeated = false;
    const remainingMs = deadline ? Math.max(1, deadline.getTime() - Date.now() - marginMs) : Number.POSITIVE_INFINITY;
    const order = { entry, provider: this.catalog.providerOf(entry), messages, temperature, answerSchema, remainingMs };

    // Beside the connection, not before it: the caller has committed, and the ledger must not delay the first byte.
    const recorded = this.ledger.begin(begun).then((isNew) => {
      isRepeated = !isNew;
      if (isRepeated) stop.abort();
    });
    const fetching = this.replies
      .fetch(order, (piece) => text.push(piece), AbortSignal.any([signal, stop.signal]))
      .finally(() => text.close());
    try {
      for (let delta = await text.next(); delta !== undefined && !isRepeated; delta = await text.next()) {
        yield toDelta(delta);
      }
      const reply = await fetching;
      if (isRepeated) throw callIdTaken();
      yield toEnd(entry, reply);
    } finally {
      // Also when the reader left in the middle: the provider is stopped, and the ledger still gets its line.
      stop.abort();
      this.closeSoon(
        begun,
        fetching,
        recorded.then(() => isRepeated),
      );
    }
  }

  /** The calls of the last moments still get their lines. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.closings);
  }

  private closeSoon(begun: BegunCall, fetching: Promise<Reply>, isRepeated: Promise<boolean>): void {
    const closing: Promise<void> = this.close(begun, fetching, isRepeated)
      .catch((error: unknown) => this.logger.error({ err: error, callId: begun.callId }, 'a call was not closed well'))
      .finally(() => this.closings.delete(closing));
    this.closings.add(closing);
  }

  private async close(begun: BegunCall, fetching: Promise<Reply>, isRepeated: Promise<boolean>): Promise<void> {
    const reply = await fetching;
    if (await isRepeated) return;
    const { outcome, end, failure, attempts, firstTokenMs, totalMs } = reply;
    const errorCode = failure?.failure.code;
    const ended: EndedCall = {
      ...begun,
      ...{ endedAt: new Date(), outcome, errorCode, attempts, firstTokenMs, totalMs },
      stopReason: end?.stopReason,
      usage: end?.usage,
      cost: end?.cost && { ...end.cost, source: 'provider' },
    };
    this.ledger.end(ended);
    const { callId, aiService } = begun;
    this.logger.info(
      { callId, aiService, outcome, errorCode, status: failure?.status, attempts, totalMs },
      'a call ended',
    );
    await this.noteHealth(aiService, reply);
  }

  private async noteHealth(aiService: string, { outcome, failure }: Reply): Promise<void> {
    if (outcome === 'completed') this.catalog.note(aiService, { by: 'call', answer: 'connected' });
    if (failure) this.catalog.note(aiService, { by: 'call', answer: failure.failure.code });
    // It may be gone: a probe tells, sooner than the next round of them.
    if (failure?.failure.code === 'unreachable') await this.catalog.probe(aiService, 'probe');
  }
}
