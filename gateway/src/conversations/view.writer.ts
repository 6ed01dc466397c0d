import type { ViewItem } from '@polylogue/proto';
import { toConversation, toMessage } from './conversations.mapper.js';
import { toSiblings, type LabelOf } from './history.mapper.js';

type List = 'messages' | 'siblings';

const follows: Readonly<Record<List, string>> = { messages: ',"messages":[', siblings: '],"siblings":[' };

/** Writes a ConversationView piece by piece: pieces of text that together are its JSON. */
export async function* viewJsonOf(items: AsyncIterable<ViewItem>, labelOf: LabelOf): AsyncGenerator<string> {
  const pieces = new ViewPieces();
  for await (const { item } of items) {
    if (item?.$case === 'conversation') {
      const { messages: _none, ...head } = toConversation(item.conversation, labelOf(item.conversation.aiService));
      yield JSON.stringify(head).slice(0, -1);
    } else if (item?.$case === 'messages') {
      yield pieces.of('messages', item.messages.messages.map(toMessage));
    } else if (item?.$case === 'siblings') {
      yield pieces.of('siblings', toSiblings(item.siblings.siblings, labelOf));
    }
  }
  yield pieces.end();
}

/** Opens each list once, in their order, and puts commas between what comes in pieces. */
class ViewPieces {
  #list: List | undefined;
  #isEmpty = true;

  of(list: List, elements: readonly unknown[]): string {
    let text = this.#to(list);
    if (elements.length === 0) return text;
    if (!this.#isEmpty) text += ',';
    this.#isEmpty = false;
    return text + JSON.stringify(elements).slice(1, -1);
  }

  end(): string {
    return `${this.#to('siblings')}]}`;
  }

  #to(list: List): string {
    if (this.#list === list) return '';
    const text = (this.#list === undefined && list === 'siblings' ? follows.messages : '') + follows[list];
    this.#list = list;
    this.#isEmpty = true;
    return text;
  }
}
