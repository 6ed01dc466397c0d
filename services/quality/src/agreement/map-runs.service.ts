import { Injectable } from '@nestjs/common';
import type { ReadReply } from '@polylogue/proto';
import { AppError, Database, type ClaimedRun, type LapsedRun } from '@polylogue/service-kit';
import { RepliesClient } from '../clients/replies.client.js';
import { endsBy } from '../single-runs/single-ends.rules.js';
import { SingleRun, type RequestedRun } from '../single-runs/single-run.js';
import { RunParts, SingleRuns } from '../single-runs/single-runs.js';
import type { MapEnd } from './agreement-map.entity.js';
import { noMap } from './agreement.errors.js';
import { ExtractionService } from './extraction.service.js';
import { MapChanges } from './map-changes.service.js';
import { RunningMapsRepository } from './running-maps.repository.js';

const ends = endsBy(noMap);

/** A map that this process makes. */
export class MapRun extends SingleRun {
  constructor(
    requested: RequestedRun,
    readonly extractor: string,
    readonly messageIds: readonly string[],
  ) {
    super(requested);
  }
}

/** Makes the maps that were requested here. */
@Injectable()
export class MapRuns extends SingleRuns<MapRun> {
  readonly #database: Database;

  constructor(
    private readonly maps: RunningMapsRepository,
    private readonly replies: RepliesClient,
    private readonly extraction: ExtractionService,
    private readonly changes: MapChanges,
    parts: RunParts,
  ) {
    super('agreement map', 'agreement_maps', parts);
    this.#database = parts.database;
  }

  protected async conduct(run: MapRun): Promise<void> {
    const { id, userId, apiKey, extractor, messageIds, signal } = run;
    const replies = await this.#read(run);
    if ('status' in replies) return this.#end(run, replies);
    if (replies.length < messageIds.length) return this.write(run, () => this.maps.remove(run));
    const end = await this.extraction.extract({ id, userId, apiKey, extractor, replies, signal });
    if (run.cancelReason !== 'lost') await this.#end(run, end ?? ends.ofRun(run));
  }

  protected endLapsedRun(lapsed: LapsedRun): Promise<void> {
    return this.#store(lapsed, ends.ofLapsed(lapsed));
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
    return this.write(run, () => this.#store(run, end));
  }

  /** Its claims are published with it; a map that is not this process' any more stays as it is. */
  #store(map: ClaimedRun, end: MapEnd): Promise<void> {
    return this.#database.asWorker(async (tx) => {
      const ended = await this.maps.end(tx, map, end);
      if (ended) await this.changes.kept(tx, ended, end.claims ?? []);
    });
  }
}
