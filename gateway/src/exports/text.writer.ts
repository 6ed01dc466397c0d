import type { Conversation } from '@polylogue/api-contract';
import { minutes, remarksOf, speakerOf } from './transcript.rules.js';

const rule = '='.repeat(72);

/** For reading anywhere. */
export async function* textOf(conversations: AsyncIterable<Conversation>, at: Date): AsyncGenerator<string> {
  yield `Conversations, exported ${minutes(at.toISOString())}\n`;
  for await (const conversation of conversations) {
    const { title, aiService, createdAt, updatedAt, messages } = conversation;
    yield `\n${rule}\n${title}\n${aiService.displayName}, created ${minutes(createdAt)}, updated ${minutes(updatedAt)}\n${rule}\n`;
    for (const message of messages) {
      yield `\n${speakerOf(conversation, message)} (${remarksOf(message).join(', ')})\n\n`;
      if (message.content !== '') yield `${message.content}\n`;
      if (message.error) yield `[${message.error}]\n`;
    }
  }
}
