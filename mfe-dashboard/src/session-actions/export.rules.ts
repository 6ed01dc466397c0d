import type { ToastContent } from '@polylogue/web-kit';

export const exportCompleteToast = (fileName: string): ToastContent => ({
  title: 'Export complete',
  description: `All conversations are in ${fileName}.`,
  variant: 'success',
});

export const exportFailedToast = (sentence: string | undefined): ToastContent => ({
  title: 'Export failed',
  description: sentence ?? 'The conversations could not be exported. Please try again.',
  variant: 'destructive',
});
