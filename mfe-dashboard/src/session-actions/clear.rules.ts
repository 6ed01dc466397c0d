import type { ToastWords } from '@polylogue/web-kit';

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

const description = 'Failed to clear conversations. Please try again.';

export const sessionClearFailedToast: ToastWords = { title: 'Error', description, variant: 'destructive' };

export const filteredClearFailedToast: ToastWords = {
  title: 'Error clearing conversations',
  description,
  variant: 'destructive',
};
