import { Inject, Injectable } from '@nestjs/common';
import type { ReadReply } from '@polylogue/proto';
import {
  AppError,
  CONFIG,
  Database,
  Drain,
  inBatches,
  LeaseStore,
  LOGGER,
  PeriodicTask,
  ProcessIdentity,
  Run,
  RunLoop,
  waitForDatabase,
  type CallingKey,
  type Logger,
} from '@polylogue/service-kit';
import { RepliesClient } from '../clients/replies.client.js';
import type { QualityConfig } from '../config.js';
import type { MapEnd } from './agreement-map.entity.js';
import { noMap } from './agreement.errors.js';
import { ExtractionService } from './extraction.service.js';
import { MapChanges } from './map-changes.service.js';
import { RunningMapsRepository, type ClaimedMap } from './running-maps.repository.js';

const maxLapsed = 500;

/** A map that this process makes. */
export class MapRun extends Run<string> {
  /** Writes under another fence do not count. */
  readonly fence = 0;

  /** By which it was asked for. */
  readonly apiKey: CallingKey | undefined;

  constructor(
    { id, userId, apiKey }: { id: string; userId: string; apiKey?: CallingKey | undefined },
    readonly extractor: string,
    readonly messageIds: readonly string[],
  ) {
    super(id, userId);
    this.apiKey = apiKey;
  }
}

/** Makes the maps that were requested here. None is made again: what its process leaves open ends as interrupted. */
@Injectable()
export class MapRuns extends RunLoop<string, MapRun> {
  readonly #leaseMs: number;
  readonly #ending: PeriodicTask;

  constructor(
    private readonly maps: RunningMapsRepository,
    private readonly replies: RepliesClient,
    private readonly extraction: ExtractionService,
    private readonly changes: MapChanges,
    private readonly database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
    const heartbeatMs = config.QUALITY_HEARTBEAT_SECONDS * 1000;
    const states = { isRunning: `status = 'pending'`, isCancelled: 'cancel_requested' };
    const leases = new LeaseStore<string>(database, identity.owner, {
      table: 'agreement_maps',
      id: 'id',
      idType: 'uuid',
      ...states,
    });
    super({ name: 'agreement map', leases, leaseMs, heartbeatMs, drain, logger });
    this.#leaseMs = leaseMs;
    this.#ending = new PeriodicTask({
      everyMs: heartbeatMs,
      work: () => this.endLapsed(),
      onError: (error) => logger.warn({ err: error }, 'looking for agreement maps whose process is gone failed'),
    });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.#ending.start(true);
  }

  override async onModuleDestroy(): Promise<void> {
    await this.#ending.stop();
    await super.onModuleDestroy();
  }

  /** `leasedAt`: the local time before the map was stored with its lease. */
  start(run: MapRun, leasedAt: number): void {
    this.hold([run.id], leasedAt);
    void this.begin(run, () => this.#make(run));
  }

  /** Ends maps whose process is gone. */
  endLapsed(): Promise<void> {
    return inBatches(
      maxLapsed,
      (max) => this.#endSome(max),
      () => this.#ending.isStopped,
    );
  }

  async #make(run: MapRun): Promise<void> {
    const { id, userId, apiKey, extractor, messageIds, signal } = run;
    const replies = await this.#read(run);
    if ('status' in replies) return this.#end(run, replies);
    if (replies.length < messageIds.length) return this.#write(run, () => this.maps.remove(run));
    const end = await this.extraction.extract({ id, userId, apiKey, extractor, replies, signal });
    if (run.cancelReason !== 'lost') await this.#end(run, end ?? endOf(run));
  }

  // After the map was stored: a deletion before is seen here, a later one finds the map and deletes it.
  async #read({ userId, messageIds }: MapRun): Promise<ReadReply[] | MapEnd> {
    try {
      return await this.replies.read(userId, messageIds);
    } catch (error) {
      if (!AppError.is(error)) throw error;
      return { status: 'failed', error: error.sentence, errorCode: error.code };
    }
  }

  #end(run: MapRun, end: MapEnd): Promise<void> {
    return this.#write(run, () => this.#store(run, end));
  }

  /** Its claims are published with it; a map that is not this process' any more stays as it is. */
  #store(map: ClaimedMap, end: MapEnd): Promise<void> {
    return this.database.asWorker(async (tx) => {
      const ended = await this.maps.end(tx, map, end);
      if (ended) await this.changes.kept(tx, ended, end.claims ?? []);
    });
  }

  async #endSome(max: number): Promise<number> {
    const lapsed = await this.maps.claimLapsed(this.#leaseMs, max);
    for (const map of lapsed) await this.#store(map, map.isCancelled ? ends.cancelled : ends.interrupted);
    return lapsed.length;
  }

  /** An extraction was paid for: it waits for a Postgres that is away. The fence says whether it still counts. */
  #write(run: MapRun, work: () => Promise<void>): Promise<void> {
    return waitForDatabase(work, {
      isGivenUp: () => run.cancelReason === 'draining',
      onWait: (error) => this.logger.warn({ err: error }, 'storing an agreement map failed; retrying'),
    });
  }
}

const ends = {
  cancelled: { status: 'cancelled', error: noMap.cancelled, errorCode: 'cancelled' },
  interrupted: { status: 'interrupted', error: noMap.interrupted, errorCode: 'interrupted' },
  denied: { status: 'failed', error: noMap.denied, errorCode: 'not_approved' },
} as const satisfies Record<string, MapEnd>;

/** The end of a map whose extraction did not come to one. */
const endOf = ({ cancelReason }: MapRun): MapEnd =>
  cancelReason === 'cancelled' || cancelReason === 'denied' ? ends[cancelReason] : ends.interrupted;
