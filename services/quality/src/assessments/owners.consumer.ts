import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { JudgingsRepository } from '../judging/judgings.repository.js';

/** What becomes of assessments when their owner is erased. */
@Injectable()
export class OwnersConsumer {
  constructor(private readonly judgings: JudgingsRepository) {}

  /** Everything goes; a judge still at work finds its row gone and is not recorded. */
  @Consumes('admin.user_erased.v1')
  async onUserErased({ userId }: EventOf<'admin.user_erased.v1'>, { tx }: EventContext): Promise<void> {
    await this.judgings.deleteOf(tx, userId);
  }
}
