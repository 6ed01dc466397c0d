import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { MediaRepository } from './media.repository.js';

const attached = 'conversation.media_attached.v1';

/** A picture that a stored message came with no longer expires. */
@Injectable()
export class AttachedMediaConsumer {
  constructor(private readonly repository: MediaRepository) {}

  @Consumes(attached)
  async onAttached({ userId, mediaIds }: EventOf<typeof attached>, { tx }: EventContext): Promise<void> {
    await this.repository.attach(tx, userId, mediaIds);
  }
}
