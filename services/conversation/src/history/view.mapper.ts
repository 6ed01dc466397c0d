import { type ConversationView, type Sibling, type ViewItem } from '@polylogue/proto';
import { toConversation, toMessage } from '../conversations/conversation.mapper.js';
import { toRoundSummary } from '../summaries/summaries.mapper.js';
import { conversationNotFound } from './history.errors.js';
import type { ViewStep } from './view.service.js';

export async function* toViewItems(steps: AsyncIterable<ViewStep>): AsyncGenerator<ViewItem> {
  for await (const step of steps) yield { item: toItem(step) };
}

function toItem(step: ViewStep): NonNullable<ViewItem['item']> {
  switch (step.kind) {
    case 'conversation':
      return { $case: 'conversation', conversation: toConversation(step.conversation, []) };
    case 'messages':
      return { $case: 'messages', messages: { messages: step.messages.map(toMessage) } };
    case 'siblings':
      return { $case: 'siblings', siblings: { siblings: step.siblings.map(toSibling) } };
    case 'summaries':
      return { $case: 'summaries', summaries: { summaries: step.summaries.map(toRoundSummary) } };
  }
}

type ShownSibling = Extract<ViewStep, { kind: 'siblings' }>['siblings'][number];

const toSibling = ({ ai_service, conversation_id, message }: ShownSibling): Sibling => ({
  aiService: ai_service,
  conversationId: conversation_id,
  message: toMessage(message),
});

/** The whole conversation in one message, for callers of the unary rpc. */
export async function wholeView(items: AsyncIterable<ViewItem>): Promise<ConversationView> {
  const view: ConversationView = { conversation: undefined, siblings: [], summaries: [] };
  for await (const { item } of items) {
    if (item?.$case === 'conversation') view.conversation = item.conversation;
    if (item?.$case === 'messages') view.conversation?.messages.push(...item.messages.messages);
    if (item?.$case === 'siblings') view.siblings.push(...item.siblings.siblings);
    if (item?.$case === 'summaries') view.summaries.push(...item.summaries.summaries);
  }
  if (!view.conversation) throw conversationNotFound();
  return view;
}
