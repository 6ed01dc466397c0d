import { filesOf, type ExportedMessage } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { checkedName } from '../files/upload.rules.js';

/** So many characters go to a service at once; a message over gRPC has at most 16 MiB. */
export const partCharacters = 1024 * 1024;
/** Characters of one conversation that may wait: for its id and title, or for the messages its assessments are about. */
export const maxHeldCharacters = 8 * partCharacters;
/** Characters of what a conversation says of itself beside its lists, for each of its members. */
export const maxFieldCharacters = 8 * 1024;

const maxText = 2 * 1024 * 1024;
const maxRest = 64 * 1024;

/** Whether a message, the text of its file, or what stands beside them is longer than any that is kept. */
export function isTooLong(message: ExportedMessage): boolean {
  const { content, attachment: _first, moreAttachments: _more, generation, ...rest } = message;
  const files = filesOf(message).map(({ text = '', ...file }) => ({ text, file }));
  const texts = [content, JSON.stringify(generation ?? null), ...files.map(({ text }) => text)];
  const others = JSON.stringify([rest, files.map(({ file }) => file)]);
  return texts.some(({ length }) => length > maxText) || others.length > maxRest;
}

/** The message with the names of its files as an upload would have them; what no upload may be called is a fault. */
export function cleanNames(
  message: ExportedMessage,
  fault: (issue: { path: PropertyKey[]; message: string }) => Error,
): ExportedMessage {
  const [attachment, ...more] = filesOf(message).map((file) => ({ ...file, name: cleanName(file.name, fault) }));
  if (!attachment) return message;
  return { ...message, attachment, moreAttachments: more.length > 0 ? more : undefined };
}

function cleanName(name: string, fault: Parameters<typeof cleanNames>[1]): string {
  try {
    return checkedName(name);
  } catch (error) {
    if (!AppError.is(error)) throw error;
    throw fault({ path: ['attachment', 'name'], message: error.issues?.[0]?.message ?? error.message });
  }
}
