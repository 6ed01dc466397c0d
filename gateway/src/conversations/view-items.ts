import { ViewItem } from '@polylogue/proto';
import { isUnknownCall } from '@polylogue/service-kit';
import type { ClientOf } from '../clients/clients.js';

interface ViewClient extends Pick<ClientOf<'history'>, 'getConversation'> {
  viewConversation(...call: Parameters<ClientOf<'history'>['viewConversation']>): AsyncIterable<ViewItem>;
}

/** A conversation and what stands beside it, piece by piece. A conversation service one version older gives it whole. */
export async function* viewItems(history: ViewClient, id: string, signal: AbortSignal): AsyncGenerator<ViewItem> {
  try {
    yield* history.viewConversation({ id }, { signal });
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
    const { conversation, siblings } = await history.getConversation({ id }, { signal });
    const messages = conversation?.messages ?? [];
    yield ViewItem.fromPartial({ item: { $case: 'conversation', conversation: { ...conversation, messages: [] } } });
    yield ViewItem.fromPartial({ item: { $case: 'messages', messages: { messages } } });
    yield ViewItem.fromPartial({ item: { $case: 'siblings', siblings: { siblings } } });
  }
}
