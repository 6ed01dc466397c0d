import type { ExportedConversation } from '@polylogue/api-contract';
import type { FoundItem } from '@polylogue/proto';
import { toSummary } from '../summaries/summaries.mapper.js';
import { toConversation, toMessage, type LabelOf } from './conversations.mapper.js';

/** A conversation on its way into a file, or some of its messages: the longest one is never in memory at once. */
export interface ExportedPart extends ExportedConversation {
  isFirst: boolean;
  isLast: boolean;
}

/** Whether a part is the last of its conversation is known when the next one has come. */
export async function* exportedParts(items: AsyncIterable<FoundItem>, labelOf: LabelOf): AsyncGenerator<ExportedPart> {
  let open: ExportedPart | undefined;
  for await (const { item } of items) {
    if (item?.$case === 'further' && open) {
      yield { ...open, isLast: false };
      const { aiService } = open;
      const messages = item.further.messages.map((message) => toMessage(message, aiService, labelOf));
      open = { ...open, messages, isFirst: false };
    } else if (item?.$case === 'found' && item.found.conversation) {
      if (open) yield open;
      const { conversation, summaries } = item.found;
      open = { ...toConversation(conversation, labelOf), isFirst: true, isLast: true };
      if (summaries.length > 0) open.summaries = summaries.map((summary) => toSummary(summary, labelOf));
    }
  }
  if (open) yield open;
}
