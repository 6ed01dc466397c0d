import { describe, expect, it } from '@jest/globals';
import { Metadata, status } from '@grpc/grpc-js';
import { Conversation, ConversationView, Message, Sibling, ViewItem } from '@polylogue/proto';
import { AppError, fromGrpcFailure } from '@polylogue/service-kit';
import { viewItems } from './view-items.js';

const failure = (code: status) =>
  fromGrpcFailure(Object.assign(new Error(), { code, details: 'Said so', metadata: new Metadata() }), 'conversation');
const whole = ConversationView.fromPartial({
  conversation: Conversation.fromPartial({ id: 'c', title: 'Seats', messages: [Message.fromPartial({ id: 'm' })] }),
  siblings: [Sibling.fromPartial({ aiService: 'claude' })],
});

async function itemsOf(pieces: () => AsyncIterable<ViewItem>) {
  const requested: string[] = [];
  const history = {
    viewConversation: pieces,
    getConversation: ({ id }: { id: string }) => {
      requested.push(id);
      return Promise.resolve(whole);
    },
  };
  const items: ViewItem[] = [];
  for await (const item of viewItems(history, 'c', new AbortController().signal)) items.push(item);
  return { items, requested };
}

describe('a conversation as pieces', () => {
  it('is handed on as it comes', async () => {
    const head = ViewItem.fromPartial({ item: { $case: 'conversation', conversation: { id: 'c' } } });
    const { items, requested } = await itemsOf(async function* () {
      yield await Promise.resolve(head);
    });
    expect([items, requested]).toEqual([[head], []]);
  });

  it('is read as a whole where the service does not know pieces yet', async () => {
    const { items } = await itemsOf(async function* () {
      throw await Promise.resolve(failure(status.UNIMPLEMENTED));
    });
    expect(items.map(({ item }) => item)).toMatchObject([
      { conversation: { id: 'c', title: 'Seats', messages: [] } },
      { messages: { messages: [{ id: 'm' }] } },
      { siblings: { siblings: [{ aiService: 'claude' }] } },
    ]);
  });

  it.each([failure(status.UNAVAILABLE), new AppError('not_found', 'conversation_not_found', 'There is none.')])(
    'is not read again after %s',
    async (error) => {
      const read = itemsOf(async function* () {
        throw await Promise.resolve(error);
      });
      await expect(read).rejects.toBe(error);
    },
  );
});
