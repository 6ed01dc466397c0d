import type { ReplyRunner } from '../replies/reply-runner.service.js';
import type { MessageRow } from './conversations.repository.js';

/** What a reply running here has shown so far is newer than what is stored of it. */
export function withLiveText(runner: ReplyRunner, message: MessageRow): MessageRow {
  const running = message.status === 'pending' ? runner.find(message.id) : undefined;
  return running ? { ...message, content: running.content } : message;
}
