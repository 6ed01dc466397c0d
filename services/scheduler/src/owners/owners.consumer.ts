import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, Events, type EventContext } from '@polylogue/service-kit';
import { RunnerService } from '../executions/runner.service.js';
import { OwnersClient } from '../neighbours/owners.client.js';

const accessChanged = 'admin.user_access_changed.v1';

/** What becomes of a user's queries when their access changes. */
@Injectable()
export class OwnersConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  #stopWatching = () => {};

  constructor(
    private readonly owners: OwnersClient,
    private readonly runner: RunnerService,
    private readonly events: Events,
  ) {}

  onApplicationBootstrap(): void {
    this.#stopWatching = this.events.watch([accessChanged], (_subject, { userId }) => void this.#stopRuns(userId));
  }

  onApplicationShutdown(): void {
    this.#stopWatching();
  }

  /** Everything of a user who was erased goes, once. */
  @Consumes(accessChanged)
  async onAccessChanged({ userId }: EventOf<typeof accessChanged>, { tx }: EventContext): Promise<void> {
    this.owners.forget(userId);
    if ((await this.owners.standingOf(userId)) !== 'erased') return;
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
