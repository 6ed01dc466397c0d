import type { ToastWords } from '@polylogue/web-kit';

/** `{shortName}-conversations-YYYY-MM-DD.md`, the date in the user's time zone. */
export function exportFileName(shortName: string, now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${shortName}-conversations-${day}.md`;
}

export const exportCompleteToast = (fileName: string): ToastWords => ({
  title: 'Export complete',
  description: `All conversations are in ${fileName}.`,
  variant: 'success',
});

export const exportFailedToast = (sentence: string | undefined): ToastWords => ({
  title: 'Export failed',
  description: sentence ?? 'The conversations could not be exported. Please try again.',
  variant: 'destructive',
});
