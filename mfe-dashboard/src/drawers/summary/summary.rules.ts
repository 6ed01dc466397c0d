import type { Summary } from '@polylogue/api-contract';
import type { ToastContent } from '@polylogue/web-kit';

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
