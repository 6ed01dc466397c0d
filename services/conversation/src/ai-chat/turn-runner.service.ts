import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LeaseClock, LOGGER, ProcessIdentity } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ReplyEnd } from '../live/broadcast.entity.js';
import type { ConversationConfig } from '../config.js';
import { endOfOrphan } from '../replies/orphan.rules.js';
import type { StopReason } from '../replies/running-reply.js';
import { ServiceAsker } from '../replies/service-asker.service.js';
import type { ChatTurn } from '../replies/thread.rules.js';
import type { Turn } from './ai-chat.entity.js';
import { RunningTurn } from './running-turn.js';
import { RunningTurnsRepository } from './running-turns.repository.js';

const pulseMs = 400;
const triesToEnd = 5;

/** Runs the turns this process was asked for, whoever reads along or not. */
@Injectable()
export class TurnRunner {
  readonly #running = new Map<string, RunningTurn>();
  readonly #work = new Set<Promise<void>>();
  readonly #leaseMs: number;
  readonly #leases: LeaseClock<string>;

  constructor(
    private readonly asker: ServiceAsker,
    private readonly repository: RunningTurnsRepository,
    private readonly identity: ProcessIdentity,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
    this.#leases = new LeaseClock(this.#leaseMs);
  }

  /** `leasedAt`: the local time before it was stored. */
  start(turn: Turn, userId: string, thread: readonly ChatTurn[], leasedAt: number): void {
    const noteRun = (id: string, runs: number) => this.repository.noteRun(id, this.identity.owner, runs);
    const running = new RunningTurn(turn, userId, thread, noteRun, () => this.#leases.isHeld(turn.id));
    this.#running.set(turn.id, running);
    this.#leases.hold([turn.id], leasedAt);
    const work = this.#run(running)
      .catch((error: unknown) => {
        // Whoever finds its lease lapsed decides about it.
        this.logger.error({ err: error, turnId: turn.id }, 'a turn could not be run');
        running.end('elsewhere');
      })
      .finally(() => {
        this.#running.delete(turn.id);
        this.#leases.drop(turn.id);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  /** One that runs here; somebody else's is none. */
  find(userId: string, turnId: string): RunningTurn | undefined {
    const running = this.#running.get(turnId);
    return running?.userId === userId ? running : undefined;
  }

  stop(turnId: string, reason: StopReason): void {
    this.#running.get(turnId)?.stop(reason);
  }

  /** Ends what could not be extended in time, before another process may end it. */
  stopLapsed(): void {
    for (const turnId of this.#leases.lapsed) this.stop(turnId, 'lapsed');
  }

  stopAll(reason: StopReason): void {
    for (const running of this.#running.values()) running.stop(reason);
  }

  /** The users whose turns run here. */
  get users(): string[] {
    return [...this.#running.values()].map(({ userId }) => userId);
  }

  /** Ends the turns of a user who may no longer spend. */
  stopUser(userId: string): void {
    for (const running of this.#running.values()) if (running.userId === userId) running.stop('cancelled');
  }

  /** Resolves when nothing runs. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #run(running: RunningTurn): Promise<void> {
    const over = new AbortController();
    const pulse = this.#keepAlive(running, over.signal);
    const end = await this.asker.ask(running).finally(() => over.abort());
    await pulse;
    if (running.stopReason === 'lost') return running.end('elsewhere');
    // Left by a process that stops, or that cannot extend its lease: nobody drives an AI conversation but its page, so it is not asked again.
    const left = running.content === '' ? 'failed' : 'interrupted';
    const ended = end ?? { ...endOfOrphan(left), responseTimeMs: Date.now() - running.turn.createdAt.getTime() };
    running.end(
      (await this.#store(running, ended)) ? { ...running.turn, content: running.content, end: ended } : 'elsewhere',
    );
  }

  /** Stores the text as it grows, keeps the lease, and notices what was cancelled, deleted or taken elsewhere. */
  async #keepAlive(running: RunningTurn, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await sleep(pulseMs, undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) return;
      try {
        const { id } = running.turn;
        const askedAt = performance.now();
        const pulse = await this.repository.pulse(id, this.identity.owner, running.content, this.#leaseMs);
        if (pulse) this.#leases.extend([id], askedAt);
        if (!pulse) running.stop('lost');
        else if (pulse.cancelRequested) running.stop('cancelled');
      } catch (error) {
        this.logger.warn({ err: error, turnId: running.turn.id }, 'the text of a turn could not be stored yet');
      }
    }
  }

  /** An end is worth more than one try: without it, the conversation would seem to write for ever. */
  async #store({ turn, content }: RunningTurn, end: ReplyEnd): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.repository.end(turn.id, this.identity.owner, content, end);
      } catch (error) {
        if (tries === triesToEnd) throw error;
        await sleep(200 * 2 ** tries);
      }
    }
  }
}
