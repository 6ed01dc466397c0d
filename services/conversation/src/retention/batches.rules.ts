import { groupBy } from '@polylogue/service-kit';
/** A conversation that is no longer kept. */
export interface Expired {
  id: string;
  userId: string;
  messages: number;
}

/** What goes in one transaction: it takes some tens of milliseconds. A larger conversation goes by itself, and its rows later. */
export const maxOfBatch = { conversations: 100, messages: 2_000 };

/**
 * The same in portions, each of one user, in the order in which that user's came: conversations of many users come in turns,
 * and taken as they come most transactions would remove one.
 */
export function batchesOf(expired: readonly Expired[]): Expired[][] {
  return [...groupBy(expired, ({ userId }) => userId).values()].flatMap(batchesOfUser);
}

function batchesOfUser(expired: readonly Expired[]): Expired[][] {
  const batches: Expired[][] = [];
  let messages = 0;
  for (const each of expired) {
    const open = batches.at(-1);
    const hasRoom = open && open.length < maxOfBatch.conversations && messages + each.messages <= maxOfBatch.messages;
    if (hasRoom) open.push(each);
    else batches.push([each]);
    messages = each.messages + (hasRoom ? messages : 0);
  }
  return batches;
}
