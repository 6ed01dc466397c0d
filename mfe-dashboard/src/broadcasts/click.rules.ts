import { blindNames, type BodyOf, type sendMessage } from '@polylogue/api-contract';
import type { AttachedFile } from './attached-file.rules.js';

export type SendBody = BodyOf<typeof sendMessage>;

/** What a click sent, and the idempotency key it went with. */
export interface SentClick {
  readonly body: SendBody;
  readonly files: readonly AttachedFile[];
  readonly key: string;
}

/** Where the replies will stand: in a blind round under other names than the message was sent to. */
export const namesOf = ({ blind, selectedAIs }: SendBody): readonly string[] =>
  blind ? blindNames(selectedAIs.length) : selectedAIs;

/**
 * What a click sends. The same message to the same services, while it is not known whether it arrived before, is the same
 * click: it keeps its key, and waits or not as it did, since one key stands for one request. When the blind round that it
 * began is there by now, it is what began that one. Nothing is sent or paid twice.
 */
export function clickOf(
  body: SendBody,
  files: readonly AttachedFile[],
  unanswered: SentClick | undefined,
  newKey: () => string,
): SentClick {
  if (!unanswered || unanswered.body.message !== body.message || !isSame(unanswered.files, files)) {
    return { body, files, key: newKey() };
  }
  const { blind, queued, selectedAIs, mode, settings } = unanswered.body;
  // Once its comparison has begun, settings no longer go with a message: they went with this one.
  const isAsked = body.settings === undefined || isSame(body.settings, settings);
  if (isAsked && isSame(selectedAIs, body.selectedAIs) && mode === body.mode) {
    return { ...unanswered, body: { ...body, queued, ...(settings && { settings }) } };
  }
  if (blind && isSame(namesOf(unanswered.body), body.selectedAIs)) return unanswered;
  return { body, files, key: newKey() };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
