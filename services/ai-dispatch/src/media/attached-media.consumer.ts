import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { MediaRepository } from './media.repository.js';

const attached = 'conversation.media_attached.v1';
const kept = 'scheduler.media_kept.v1';

/** What a stored message or result shows no longer expires. */
@Injectable()
export class AttachedMediaConsumer {
  constructor(private readonly repository: MediaRepository) {}

  @Consumes(attached)
  async onAttached({ userId, mediaIds }: EventOf<typeof attached>, { tx }: EventContext): Promise<void> {
    await this.repository.keep(tx, userId, mediaIds, 'history');
  }

  @Consumes(kept)
  async onKept({ userId, mediaIds }: EventOf<typeof kept>, { tx }: EventContext): Promise<void> {
    await this.repository.keep(tx, userId, mediaIds, 'run');
  }
}
