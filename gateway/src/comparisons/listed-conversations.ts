import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentContext } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import type { ListComparisonsQuery } from './comparisons.mapper.js';

const maxLists = 1_000;

/** One list: what it had, and how to note what it has now. */
interface ListedBefore {
  conversationIds: readonly string[];
  note: (conversationIds: readonly string[]) => void;
}

/**
 * The conversations that a list had when it was last answered. A list is read again and again, on every change and whenever its
 * page is opened, and has nearly the same conversations then: what else is known of these can be requested beside the list and
 * not after it. Only a guess at what will be wanted; nothing that is shown comes from here.
 */
@Injectable()
export class ListedConversations {
  readonly #lists = new LRUCache<string, readonly string[]>({ max: maxLists });

  /** The list of the caller, known again by its query. */
  of(query: ListComparisonsQuery): ListedBefore {
    const key = keyOf(query);
    return {
      conversationIds: this.#lists.get(key) ?? [],
      note: (conversationIds) => void this.#lists.set(key, conversationIds),
    };
  }
}

/** Of the caller's list; what they search for is not kept. */
function keyOf(query: ListComparisonsQuery): string {
  const { userId = '' } = currentContext() ?? {};
  return createHash('sha256')
    .update(JSON.stringify([userId, query]))
    .digest('base64url');
}
