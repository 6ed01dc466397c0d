import { contractLimits, contractSentences, isUuid } from '@polylogue/proto';
import { issuesOfKey, type Issue } from '@polylogue/service-kit';
import type { SummaryInput, SummaryToEstimate } from './summary.entity.js';

const { targets, summaryInstruction } = contractLimits;
/** A character takes up to four bytes. */
const maxInstructionBytes = summaryInstruction * 4;

const noInstruction: Issue = { path: 'instruction', message: 'Please say what the summary should do.' };

/** What is wrong with a request, each with a sentence to act on. */
export function issuesOfSummary({ messageIds, kind, instruction = '', idempotencyKey }: SummaryInput): Issue[] {
  const issues = issuesOfReplies(messageIds);
  const add = (sentence: string) => issues.push({ path: 'instruction', message: sentence });
  if (kind === 'instruction' && instruction.trim() === '') issues.push(noInstruction);
  if (instruction.length > summaryInstruction)
    add(`An instruction can have at most ${summaryInstruction.toLocaleString('en')} characters.`);
  if (instruction.includes('\0')) add(contractSentences.messageWithNul);
  return [...issues, ...issuesOfKey(idempotencyKey)];
}

/** The same of one whose price is asked for. */
export function issuesOfEstimate({ messageIds, kind, instructionBytes = 0 }: SummaryToEstimate): Issue[] {
  const issues = issuesOfReplies(messageIds);
  if (kind === 'instruction' && instructionBytes === 0) issues.push(noInstruction);
  if (instructionBytes < 0 || instructionBytes > maxInstructionBytes) {
    const message = `An instruction has between 0 and ${maxInstructionBytes} bytes.`;
    issues.push({ path: 'instructionBytes', message });
  }
  return issues;
}

function issuesOfReplies(messageIds: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const add = (sentence: string) => issues.push({ path: 'messageIds', message: sentence });
  if (new Set(messageIds).size < 2) add('At least 2 AI responses are needed for comparison');
  if (messageIds.length > targets) add(`At most ${targets} responses can be summarized at once.`);
  if (!messageIds.every(isUuid)) add('A response is named by the id of its message.');
  if (new Set(messageIds).size < messageIds.length) add('Each response can be named only once.');
  return issues;
}
