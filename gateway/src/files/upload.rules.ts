import { limits, messageTooLong } from '@polylogue/api-contract';
import { contractSentences } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { invalidInput } from '../http/input.rules.js';

const maxNameLength = 255;

const nameFault = (message: string) => invalidInput([{ path: 'file', message }]);

export const noFile = () => nameFault('Please attach a file.');

/** The name of a file: its last part, without what cannot be shown or stored. */
export function checkedName(given: string): string {
  const name = given.split(/[/\\]/).at(-1)!.trim();
  if (name === '') throw nameFault('The file has no name. Give it one and attach it again.');
  if (name.length > maxNameLength) throw nameFault(`The name of a file can have at most ${maxNameLength} characters.`);
  if (/\p{Cc}/u.test(name)) throw nameFault('The name of the file cannot contain control characters.');
  return name;
}

const megabytes = limits.attachmentBytes / 1024 / 1024;

/** What the parser of forms says, in a sentence. */
export function uploadError(thrown: unknown): AppError {
  const { code, field } = thrown as { code?: unknown; field?: string };
  const issue = (path: string, message: string) => ({ issues: [{ path, message }], cause: thrown });
  if (code === 'LIMIT_FILE_SIZE') {
    const sentence = `Please select a file smaller than ${megabytes}MB.`;
    return new AppError('too_large', 'file_too_large', sentence, issue('file', sentence));
  }
  if (code === 'LIMIT_FIELD_VALUE') {
    const sentence = `A field of the form is too long. ${messageTooLong}`;
    return new AppError('too_large', 'body_too_large', sentence, issue(field ?? 'message', sentence));
  }
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
    const sentence = `At most ${limits.attachments} files can be attached, each in the field file.`;
    return new AppError('invalid', 'invalid_input', sentence, issue('file', sentence));
  }
  // A part too many, a line cut off, a boundary that never comes.
  return new AppError('invalid', 'invalid_form', 'The form cannot be read. Please send it again.', { cause: thrown });
}

export const isPicture = (name: string): boolean =>
  limits.pictureTypes.some((type) => name.toLowerCase().endsWith(type));

export const isPdf = (name: string): boolean => name.toLowerCase().endsWith('.pdf');

/** Which of several files it is about. */
export function naming(name: string, { kind, code, sentence, issues, retryAfterSeconds }: AppError): AppError {
  return new AppError(kind, code, `${name}: ${sentence}`, { issues, retryAfterSeconds });
}

export function filesTooLong(): AppError {
  const sentence = contractSentences.filesTooLong;
  return new AppError('too_large', 'too_much_text', sentence, { issues: [{ path: 'file', message: sentence }] });
}
