import type { Answer } from '../call.js';

/** Headers that say something about what was asked for; an entity tag says no more than the body. */
const telling = [
  'content-type',
  'content-disposition',
  'cache-control',
  'last-modified',
  'link',
  'location',
  'retry-after',
  'set-cookie',
  'www-authenticate',
  'x-total-count',
  'allow',
];

/** A number that is an id is no part of another number, or of a date. */
const whole = (id: string) => new RegExp(`(?<![\\w-])${id}(?![\\w:-])`, 'g');

/** An answer without what differs from call to call: the ids that were named, and that of the request. */
export function comparable({ status, headers, text }: Answer, ids: readonly string[]): string {
  const withoutIds = ids.reduce((words, id) => words.replaceAll(whole(id), '{id}'), text);
  const words = withoutIds.replace(/"requestId":"[^"]*"/, '').replace(/"(timestamp|createdAt|updatedAt)":"[^"]*"/g, '');
  const named = telling.map((name) => `${name}: ${headers.get(name) ?? ''}`).join('\n');
  return `${status}\n${named}\n${words}`;
}

/** Whether an answer says that there is nothing. */
export function isNothing({ status, text }: Pick<Answer, 'status' | 'text'>): boolean {
  return status === 204 || (status === 200 && (text === '[]' || text.includes('"state":"none"')));
}
