import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, Events, type EventContext } from '@polylogue/service-kit';
import { RunnerService } from '../executions/runner.service.js';
import { OwnersClient } from '../neighbours/owners.client.js';

const erased = 'admin.user_erased.v1';

/** What becomes of a user's queries when their access changes. */
@Injectable()
export class OwnersConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  #stops: (() => void)[] = [];

  constructor(
    private readonly owners: OwnersClient,
    private readonly runner: RunnerService,
    private readonly events: Events,
  ) {}

  onApplicationBootstrap(): void {
    const changed = (_subject: unknown, { userId }: { userId: string }) => void this.#stopRuns(userId);
    this.#stops = [this.events.watch(['admin.user_access_changed.v1'], changed), this.events.watch([erased], changed)];
  }

  onApplicationShutdown(): void {
    for (const stop of this.#stops) stop();
  }

  /** Everything of a user who was erased goes; runs in flight notice that their rows are gone. */
  @Consumes(erased)
  async onErased({ userId }: EventOf<typeof erased>, { tx }: EventContext): Promise<void> {
    await tx.query('DELETE FROM saved_queries WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM idempotency WHERE user_id = $1', [userId]);
  }

  // On every replica: what runs here for somebody who may no longer spend ends now.
  async #stopRuns(userId: string): Promise<void> {
    this.owners.forget(userId);
    const standing = await this.owners.standingOf(userId).catch(() => undefined);
    if (standing === 'unapproved' || standing === 'erased') this.runner.stopUser(userId);
  }
}
