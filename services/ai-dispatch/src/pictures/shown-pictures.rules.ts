import type { Picture } from '@polylogue/proto';
import type { ThreadMessage } from '../providers/provider.js';

/** A message of a thread, with the pictures its user attached to it. */
export interface AskedMessage extends Omit<ThreadMessage, 'pictures'> {
  pictures?: readonly Picture[];
}

/** So many go with each call, the newest: what a picture costs, it costs again in every turn. */
export const maxPictures = 10;

const reasons = {
  blind: 'this service cannot see pictures',
  older: 'shown earlier, not sent again',
  gone: 'no longer kept',
} as const;

/** The thread as a service is given it: its newest pictures where it sees, and a line of text for each other one. */
export function showPictures(thread: readonly AskedMessage[], sees: boolean): AskedMessage[] {
  let left = sees ? maxPictures : 0;
  const shown = thread.toReversed().map((message) => {
    const { pictures = [] } = message;
    if (pictures.length === 0) return message;
    const given = pictures.slice(0, left);
    left -= given.length;
    return { ...withNotes(message, pictures.slice(given.length), sees ? 'older' : 'blind'), pictures: given };
  });
  return shown.reverse();
}

/** The message with a line about each picture that does not go with it. */
export function withNotes<M extends AskedMessage>(
  message: M,
  missing: readonly Picture[],
  why: keyof typeof reasons,
): M {
  if (missing.length === 0) return message;
  const notes = missing.map(({ name, width, height }) => {
    return `[Picture: ${name.replace(/[[\]]/g, '_')}, ${width} × ${height} – ${reasons[why]}]`;
  });
  return { ...message, content: [message.content, ...notes].join('\n') };
}

/** Whether the pictures of the question are seen; undefined when it has none. */
export const sawPictures = (thread: readonly AskedMessage[], sees: boolean): boolean | undefined =>
  thread.at(-1)?.pictures?.length ? sees : undefined;
