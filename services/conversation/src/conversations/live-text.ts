import type { ReplyRunner } from '../replies/reply-runner.service.js';
import type { MessageRow } from './conversations.repository.js';

/** The text of a reply that runs here is newer than what is stored of it. */
export function withLiveText(runner: ReplyRunner, message: MessageRow): MessageRow {
  const running = message.status === 'pending' ? runner.find(message.id) : undefined;
  return running ? { ...message, content: running.shownContent } : message;
}
