import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { GivenUpListener, type GivenUp } from './given-up.js';
import { NoticesService } from './notices.service.js';

/** Adds a notice in the product for each delivery that was given up. */
@Injectable()
export class GivenUpNotices extends GivenUpListener {
  constructor(private readonly notices: NoticesService) {
    super();
  }

  gaveUp(tx: Transaction, { id, userId, title, lines, path, happenedAt }: GivenUp): Promise<void> {
    const texts = { kind: 'delivery_given_up', title, lines, path } as const;
    return this.notices.add(tx, { userId, cause: `delivery:${id}`, texts, happenedAt });
  }
}
