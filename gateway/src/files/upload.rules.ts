import { limits, messageTooLong } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { invalidInput } from '../http/input.rules.js';

const maxNameLength = 255;

/** The name of a file that is there: its last part, without what cannot be shown or stored. */
export function checkedName(given: string | undefined): string {
  const fault = (message: string) => invalidInput([{ path: 'file', message }]);
  if (given === undefined) throw fault('Please attach a file.');
  const name = given.split(/[/\\]/).at(-1)!.trim();
  if (name === '') throw fault('The file has no name. Give it one and attach it again.');
  if (name.length > maxNameLength) throw fault(`The name of a file can have at most ${maxNameLength} characters.`);
  if (/\p{Cc}/u.test(name)) throw fault('The name of the file cannot contain control characters.');
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
    const sentence = 'One file can be attached at a time, in the field file.';
    return new AppError('invalid', 'invalid_input', sentence, issue('file', sentence));
  }
  // A part too many, a line cut off, a boundary that never comes.
  return new AppError('invalid', 'invalid_form', 'The form cannot be read. Please send it again.', { cause: thrown });
}
