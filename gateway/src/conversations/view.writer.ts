import type { ViewItem } from '@polylogue/proto';
import type { AiServiceLabel } from '@polylogue/api-contract';
import { toConversation, toMessage, type LabelOf } from './conversations.mapper.js';
import { toSummary } from '../summaries/summaries.mapper.js';
import { toSiblings } from './history.mapper.js';

const lists = ['messages', 'siblings', 'summaries'] as const;
type List = (typeof lists)[number];

/** Writes a ConversationView piece by piece: pieces of text that together are its JSON. */
export async function* viewJsonOf(items: AsyncIterable<ViewItem>, labelOf: LabelOf): AsyncGenerator<string> {
  const pieces = new ViewPieces();
  let aiService: AiServiceLabel | undefined;
  for await (const { item } of items) {
    if (item?.$case === 'conversation') {
      const { messages: _none, ...head } = toConversation(item.conversation, labelOf);
      aiService = head.aiService;
      yield JSON.stringify(head).slice(0, -1);
    } else if (item?.$case === 'messages' && aiService) {
      const label = aiService;
      const messages = item.messages.messages.map((message) => toMessage(message, label, labelOf));
      yield pieces.of('messages', messages);
    } else if (item?.$case === 'siblings') {
      yield pieces.of('siblings', toSiblings(item.siblings.siblings, labelOf));
    } else if (item?.$case === 'summaries') {
      const summaries = item.summaries.summaries.map((summary) => toSummary(summary, labelOf));
      yield pieces.of('summaries', summaries);
    }
  }
  yield pieces.end();
}

/** Opens each list once, in their order, and puts commas between what comes in pieces. */
class ViewPieces {
  /** Lists that were opened so far, also those closed since. */
  #opened = 0;
  #isEmpty = true;

  of(list: List, elements: readonly unknown[]): string {
    let text = this.#to(list);
    if (elements.length === 0) return text;
    if (!this.#isEmpty) text += ',';
    this.#isEmpty = false;
    return text + JSON.stringify(elements).slice(1, -1);
  }

  end(): string {
    return `${this.#to('summaries')}]}`;
  }

  #to(list: List): string {
    let text = '';
    while (this.#opened <= lists.indexOf(list)) {
      text += `${this.#opened === 0 ? '' : ']'},"${lists[this.#opened]!}":[`;
      this.#opened += 1;
      this.#isEmpty = true;
    }
    return text;
  }
}
