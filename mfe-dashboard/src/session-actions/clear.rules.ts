import { ApiError, type ToastContent } from '@polylogue/web-kit';

export const sessionClearedToast: ToastContent = {
  title: 'Session cleared',
  description: 'Current dashboard conversations cleared (history preserved).',
  variant: 'success',
};

export const filteredClearedToast = (count: number): ToastContent => ({
  title: 'Conversations cleared',
  description: `${count} conversation${count === 1 ? '' : 's'} cleared (history preserved).`,
  variant: 'success',
});

/** The same when a message waited there for replies to end. */
export const withQueued = (toast: ToastContent, hasWaited: boolean): ToastContent =>
  hasWaited ? { ...toast, description: `${toast.description} The message that waited was taken back.` } : toast;

/** What is logged of a failure. */
export const clearFailure = (fault: unknown): string =>
  `Failed to clear conversations: ${fault instanceof ApiError ? fault.status : 0}`;

const description = 'Failed to clear conversations. Please try again.';

export const sessionClearFailedToast: ToastContent = { title: 'Error', description, variant: 'destructive' };

export const filteredClearFailedToast: ToastContent = {
  title: 'Error clearing conversations',
  description,
  variant: 'destructive',
};
