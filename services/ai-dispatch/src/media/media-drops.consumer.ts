import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { afterCommit, Consumes, type EventContext } from '@polylogue/service-kit';
import { LeftoversCron } from './leftovers.cron.js';
import { MediaRepository } from './media.repository.js';

const dropped = 'conversation.media_dropped.v1';
const droppedByRuns = 'scheduler.media_dropped.v1';

/** Media go with the last message or result of a run that showed them. */
@Injectable()
export class MediaDropsConsumer {
  constructor(
    private readonly repository: MediaRepository,
    private readonly leftovers: LeftoversCron,
  ) {}

  @Consumes(dropped)
  async onDropped({ userId, mediaIds }: EventOf<typeof dropped>, { tx }: EventContext): Promise<void> {
    await this.repository.dropFromHistory(tx, userId, mediaIds);
    afterCommit(tx, () => void this.leftovers.sweep());
  }

  @Consumes(droppedByRuns)
  async onRunsDropped({ userId, mediaIds }: EventOf<typeof droppedByRuns>, { tx }: EventContext): Promise<void> {
    await this.repository.dropFromRuns(tx, userId, mediaIds);
  }
}
