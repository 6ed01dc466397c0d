import { Injectable } from '@nestjs/common';
import { Events, type Transaction } from '@polylogue/service-kit';

/** A map that is there now, or is gone. */
export interface ChangedMap {
  id: string;
  userId: string;
  conversationIds: readonly string[];
}

/** Publishes which claims maps have, so that a search of the conversations finds them. */
@Injectable()
export class MapChanges {
  constructor(private readonly events: Events) {}

  async kept(tx: Transaction, map: ChangedMap, claims: readonly { text: string }[]): Promise<void> {
    if (claims.length > 0) await this.#publish(tx, map, claims);
  }

  async removed(tx: Transaction, maps: readonly ChangedMap[]): Promise<void> {
    for (const map of maps) await this.#publish(tx, map, []);
  }

  async #publish(tx: Transaction, { id, userId, conversationIds }: ChangedMap, claims: readonly { text: string }[]) {
    const event = { mapId: id, userId, conversationIds: [...conversationIds], claims: claims.map(({ text }) => text) };
    await this.events.in(tx).publish('quality.agreement_map_changed.v1', event);
  }
}
