import { filesOf, type ExportedConversation, type ExportedMessage, type Message } from '@polylogue/api-contract';
import { costRemarks, instructionRemarks, originRemarks } from './origin.rules.js';

const endings: Partial<Record<Message['status'], string>> = {
  pending: 'not yet answered',
  streaming: 'still being written',
  failed: 'failed',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
};

export const speakerOf = (
  { aiService }: Pick<ExportedConversation, 'aiService'>,
  { role, author = aiService }: Message,
): string => (role === 'user' ? 'You' : author.displayName);

/** What is known about a message beside its text; what is unknown is left out. */
export function remarksOf(message: ExportedMessage): string[] {
  const { timestamp, role, status, responseTime, tokens, media = [], pinned } = message;
  return [
    minutes(timestamp),
    ...(pinned ? ['pinned as the best'] : []),
    ...fileRemarks(message),
    ...media.map(({ name }) => `made ${name}`),
    ...(role === 'assistant' && endings[status] ? [endings[status]] : []),
    ...(responseTime === undefined ? [] : [`${(responseTime / 1000).toFixed(1)} s`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(role === 'assistant' ? replyRemarks(message) : []),
  ];
}

function replyRemarks({ generation, cost }: ExportedMessage): string[] {
  return [
    // Beside what it was expected to cost, it stands there.
    ...(generation?.estimate ? [] : costRemarks(cost)),
    ...originRemarks(generation, cost),
    ...(generation ? instructionRemarks(generation) : []),
  ];
}

/** What came with a message, by name. */
export const fileRemarks = (message: ExportedMessage): string[] =>
  filesOf(message).map(({ name, picture }) => `with the ${picture ? 'picture' : 'file'} ${name}`);

export const minutes = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
