import { parse } from 'node:querystring';
import { AppError } from '@polylogue/service-kit';
import { unsupportedBody } from './read-body.js';

/** Of a form: no page of ours has more. */
const maxFields = 20;
const ofJson = new Set(['utf-8', 'utf-16', 'utf-16le', 'utf-16be']);
const ofForms = new Set(['utf-8', 'iso-8859-1']);

/** What a body of JSON says: an object or a list; an empty one says nothing. */
export function jsonOf(bytes: Buffer, contentType: string | undefined): object {
  const text = textOf(bytes, contentType, ofJson);
  if (text === '') return {};
  const value = parsed(text);
  if (typeof value === 'object' && value !== null) return value;
  throw invalidJson(undefined);
}

/** The fields of a form that a page posts. */
export function formOf(bytes: Buffer, contentType: string | undefined): Record<string, string | string[] | undefined> {
  const text = textOf(bytes, contentType, ofForms);
  const fields = parse(text, '&', '=', { maxKeys: maxFields + 1 });
  if (text.split('&', maxFields + 1).length <= maxFields) return fields;
  throw new AppError('too_large', 'body_too_large', `A form has at most ${maxFields} fields here.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidJson(cause);
  }
}

function textOf(bytes: Buffer, contentType: string | undefined, known: ReadonlySet<string>): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (!known.has(charset)) throw unsupportedBody();
  return new TextDecoder(charset).decode(bytes);
}

function invalidJson(cause: unknown): AppError {
  return new AppError('invalid', 'invalid_json', 'The body is not valid JSON.', { cause });
}
