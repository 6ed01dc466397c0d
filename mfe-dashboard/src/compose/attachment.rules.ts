import { limits } from '@polylogue/api-contract';
import type { ToastContent } from '@polylogue/web-kit';
import type { FileContent } from '@polylogue/web-kit/estimate';

/** What the file chooser offers, and all that is taken. */
export const acceptedTypes = [...limits.attachmentTypes, ...limits.pictureTypes].join(',');

const endsWith = (name: string, types: readonly string[]) => types.some((type) => name.toLowerCase().endsWith(type));

export const isPicture = ({ name }: Pick<File, 'name'>): boolean => endsWith(name, limits.pictureTypes);

const isPdf = ({ name }: Pick<File, 'name'>): boolean => endsWith(name, ['.pdf']);

/** What services are given of these files, at most; undefined without a file. How many pages a PDF has is not known here. */
export function contentOf(files: readonly Pick<File, 'name' | 'size'>[]): FileContent | undefined {
  if (files.length === 0) return undefined;
  const documents = files.filter((file) => !isPicture(file));
  const pictures = documents.some(isPdf) ? limits.pictures : files.length - documents.length;
  return { fileBytes: documents.reduce((sum, { size }) => sum + size, 0), pictures };
}

/** Why a file is not taken; undefined when it is. The server looks again, and inside. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): ToastContent | undefined {
  const variant = 'destructive';
  if (!endsWith(name, limits.attachmentTypes) && !isPicture({ name })) {
    return { title: 'File type not supported', description: `Please select one of ${typeList}.`, variant };
  }
  if (size > limits.attachmentBytes) {
    return { title: 'File too large', description: 'Please select a file smaller than 10MB.', variant };
  }
  if (size === 0) return { title: 'File is empty', description: `There is nothing in ${name} to analyze.`, variant };
  return undefined;
}

const typeList = `${limits.attachmentTypes.join(', ')}, or a picture: .png, .jpg, .webp or .gif`;

/** Said when more files came than one message takes. */
export const tooManyToast: ToastContent = {
  title: 'Too many files',
  description: `At most ${limits.attachments} files can be attached to a message.`,
};
