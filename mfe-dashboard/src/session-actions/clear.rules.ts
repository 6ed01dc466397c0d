import { ApiError, type ToastWords } from '@polylogue/web-kit';

export const sessionClearedToast: ToastWords = {
  title: 'Session cleared',
  description: 'Current dashboard conversations cleared (history preserved).',
  variant: 'success',
};

export const filteredClearedToast = (count: number): ToastWords => ({
  title: 'Conversations cleared',
  description: `${count} conversation${count === 1 ? '' : 's'} cleared (history preserved).`,
  variant: 'success',
});

/** The same when a message waited there for replies to end. */
export const withQueued = (toast: ToastWords, hasWaited: boolean): ToastWords =>
  hasWaited ? { ...toast, description: `${toast.description} The message that waited was taken back.` } : toast;

/** What is logged of a failure. */
export const clearFailure = (fault: unknown): string =>
  `Failed to clear conversations: ${fault instanceof ApiError ? fault.status : 0}`;

const description = 'Failed to clear conversations. Please try again.';

export const sessionClearFailedToast: ToastWords = { title: 'Error', description, variant: 'destructive' };

export const filteredClearFailedToast: ToastWords = {
  title: 'Error clearing conversations',
  description,
  variant: 'destructive',
};
