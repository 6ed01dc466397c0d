import type { Reply } from '../broadcasts/reply.rules.js';

export const connectionSentence = (service: string): string =>
  `Unable to connect to ${service}. Please check the API key configuration.`;

/** What happened and whose turn it is, below the sentence that is the same for every cause. */
export function connectionCause(reply: Reply | undefined): string {
  if (reply?.error && reply.status !== 'completed') return reply.error;
  return 'It did not answer when it was last checked. Try again in a minute, choose another service, or ask an administrator.';
}

/** What a reply says of itself when the server gave no sentence. */
export function failureSentence(reply: Reply): string {
  if (reply.error) return reply.error;
  return reply.status === 'interrupted' ? 'The reply broke off before its end.' : 'The service did not answer.';
}
