import type { ExportedConversation, ExportedMessage, Message } from '@polylogue/api-contract';

const endings: Partial<Record<Message['status'], string>> = {
  pending: 'not yet answered',
  streaming: 'still being written',
  failed: 'failed',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
};

export const speakerOf = ({ aiService }: ExportedConversation, { role }: Message): string =>
  role === 'user' ? 'You' : aiService.displayName;

/** What is known about a message beside its text; what is unknown is left out. */
export function remarksOf(message: ExportedMessage): string[] {
  const { timestamp, role, status, responseTime, tokens, attachment, media = [], pinned } = message;
  return [
    minutes(timestamp),
    ...(pinned ? ['pinned as the best'] : []),
    ...(attachment ? [`with the file ${attachment.name}`] : []),
    ...media.map(({ name }) => `made ${name}`),
    ...(role === 'assistant' && endings[status] ? [endings[status]] : []),
    ...(responseTime === undefined ? [] : [`${(responseTime / 1000).toFixed(1)} s`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
  ];
}

export const minutes = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** A fence longer than any that stands in the text. */
export function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return '`'.repeat(longest + 1);
}
