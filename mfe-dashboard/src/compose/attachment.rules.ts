import { limits } from '@polylogue/api-contract';
import type { ToastWords } from '@polylogue/web-kit';

/** What the file chooser offers, and all that is taken. */
export const acceptedTypes = limits.attachmentTypes.join(',');

/** Why a file is not taken; undefined when it is. The server looks again, and inside. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): ToastWords | undefined {
  const variant = 'destructive';
  if (!limits.attachmentTypes.some((type) => name.toLowerCase().endsWith(type))) {
    return { title: 'File type not supported', description: `Please select one of ${typeList}.`, variant };
  }
  if (size > limits.attachmentBytes) {
    return { title: 'File too large', description: 'Please select a file smaller than 10MB.', variant };
  }
  if (size === 0) return { title: 'File is empty', description: `There is nothing in ${name} to analyze.`, variant };
  return undefined;
}

const typeList = `${limits.attachmentTypes.slice(0, -1).join(', ')} or ${limits.attachmentTypes.at(-1)}`;

/** Said when several files came at once. */
export const oneFileToast = (kept: string): ToastWords => ({
  title: 'One file at a time',
  description: `Only ${kept} was attached.`,
});
