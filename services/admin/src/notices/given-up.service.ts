import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { GivenUpListener, type GivenUp } from './given-up.js';
import { NoticesService } from './notices.service.js';

/** What could not be delivered elsewhere is told in the product. */
@Injectable()
export class GivenUpNotices extends GivenUpListener {
  constructor(private readonly notices: NoticesService) {
    super();
  }

  gaveUp(tx: Transaction, { id, userId, title, lines, path, happenedAt }: GivenUp): Promise<void> {
    const texts = { kind: 'delivery_given_up', title, lines, path } as const;
    return this.notices.tell(tx, { userId, cause: `delivery:${id}`, texts, happenedAt });
  }
}
