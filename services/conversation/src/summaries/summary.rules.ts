import { contractLimits, contractSentences, isUuid } from '@polylogue/proto';
import { issuesOfKey, type Issue } from '@polylogue/service-kit';
import type { SummaryInput } from './summary.entity.js';

const { targets, summaryInstruction } = contractLimits;

/** What is wrong with a request, each with a sentence to act on. */
export function issuesOfSummary({ messageIds, kind, instruction = '', idempotencyKey }: SummaryInput): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, sentence: string) => issues.push({ path, message: sentence });
  if (new Set(messageIds).size < 2) add('messageIds', 'At least 2 AI responses are needed for comparison');
  if (messageIds.length > targets) add('messageIds', `At most ${targets} responses can be summarized at once.`);
  if (!messageIds.every(isUuid)) add('messageIds', 'A response is named by the id of its message.');
  if (new Set(messageIds).size < messageIds.length) add('messageIds', 'Each response can be named only once.');
  if (kind === 'instruction' && instruction.trim() === '') add('instruction', 'Please say what the summary should do.');
  if (instruction.length > summaryInstruction)
    add('instruction', `An instruction can have at most ${summaryInstruction.toLocaleString('en')} characters.`);
  if (instruction.includes('\0')) add('instruction', contractSentences.messageWithNul);
  return [...issues, ...issuesOfKey(idempotencyKey)];
}
