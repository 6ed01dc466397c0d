import type { AiService, Estimate, Summary } from '@polylogue/api-contract';
import type { ToastContent } from '@polylogue/web-kit';
import { bytesIn, notesOf, priceLine } from '@polylogue/web-kit/estimate';
import type { PriceText } from '@polylogue/web-kit/rubrics';
import type { FinishedReply } from '../finished-replies.rules.js';

export const minResponses = 2;

export const insufficientToast: ToastContent = {
  title: 'Insufficient responses',
  description: 'At least 2 AI responses are needed for comparison',
  variant: 'destructive',
};

export const summaryToast = (summarizer: string): ToastContent => ({
  title: 'Summary generated',
  description: `Analysis completed by ${summarizer}`,
  variant: 'success',
});

export const summaryFailedToast = (sentence: string): ToastContent => ({
  title: 'Failed to generate summary',
  description: sentence,
  variant: 'destructive',
});

const titles: Record<Summary['kind'], string> = {
  compare: 'Summary',
  merge: 'One answer',
  instruction: 'Summary',
};

export const summaryTitle = ({ kind, aiService }: Pick<Summary, 'kind' | 'aiService'>): string =>
  `${titles[kind]} by ${aiService.displayName}`;

const endings: Partial<Record<Summary['status'], string>> = {
  failed: 'Failed',
  interrupted: 'Interrupted',
  cancelled: 'Cancelled',
};

/** How a summary ended, when it was not simply completed. */
export const endingLabel = (status: Summary['status']): string | undefined => endings[status];

/** What a summary would cost, and who of these would write it. */
export function priceText(estimate: Estimate, choices: readonly Pick<AiService, 'name' | 'displayName'>[]): PriceText {
  const writer = choices.find(({ name }) => name === estimate.services[0]?.aiService);
  const line = priceLine(estimate);
  return { line: writer ? `${line} · by ${writer.displayName}` : line, notes: notesOf(estimate) };
}

/**
 * How much goes along with a message on top of a summary: the questions of its replies, each once, and its text. A reply that
 * was replaced since is known by its round.
 */
export function contextBytesOf(
  { messageIds, broadcastId, content }: Pick<Summary, 'messageIds' | 'broadcastId' | 'content'>,
  replies: readonly Pick<FinishedReply, 'messageId' | 'broadcastId' | 'question'>[],
): number {
  const own = replies.filter((reply) => messageIds.includes(reply.messageId) || reply.broadcastId === broadcastId);
  const questions = new Set(own.map(({ question }) => question));
  return [...questions, content].reduce((sum, text) => sum + bytesIn(text), 0);
}
