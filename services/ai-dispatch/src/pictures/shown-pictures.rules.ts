import { contractLimits, type Picture } from '@polylogue/proto';
import type { ThreadMessage } from '../providers/provider.js';

/** A message of a thread, with the pictures its user attached to it. */
export interface AskedMessage extends Omit<ThreadMessage, 'pictures'> {
  pictures?: readonly Picture[];
}

/** So many go with each call, the newest: what a picture costs, it costs again in every turn. */
export const maxPictures = contractLimits.pictures;

const reasons = {
  blind: 'this service cannot see pictures',
  older: 'shown earlier, not sent again',
  gone: 'no longer kept',
  beside: 'shown as pictures',
} as const;

/** A message as it was asked and as it is given. */
type PlainMessage = Omit<ThreadMessage, 'pictures'> & { pictures?: readonly never[] };

/** Whether no message of a thread has a picture, as in most: then it is given to every service as it is. */
export const isWithoutPictures = (thread: readonly AskedMessage[]): thread is readonly PlainMessage[] =>
  thread.every(({ pictures }) => !pictures || pictures.length === 0);

/** The thread as a service is given it: its newest pictures where it sees, and a line of text for each other one. */
export function showPictures(thread: readonly AskedMessage[], sees: boolean): AskedMessage[] {
  let left = sees ? maxPictures : 0;
  const shown = thread.toReversed().map((message) => {
    const { pictures = [] } = message;
    if (pictures.length === 0) return message;
    // Where a message carries the turns of others, its own pictures come after theirs.
    const given = left > 0 ? pictures.slice(-left) : [];
    left -= given.length;
    const missing = pictures.slice(0, pictures.length - given.length);
    const noted = withNotes(message, missing, sees ? 'older' : 'blind');
    return { ...withNotes(noted, given.filter(isPage), 'beside'), pictures: given };
  });
  return shown.reverse();
}

/** The message with a line about each picture that does not go with it, and one about the pages of a document. */
export function withNotes<M extends AskedMessage>(
  message: M,
  missing: readonly Picture[],
  why: keyof typeof reasons,
): M {
  if (missing.length === 0) return message;
  const notes = runsOf(missing).map((run) => `[${describe(run)} – ${reasons[why]}]`);
  return { ...message, content: [message.content, ...notes].join('\n') };
}

const isPage = ({ page }: Picture) => page !== undefined;

interface Run {
  first: Picture;
  last: Picture;
}

/** Pages of one document that follow each other are one run; any other picture is a run of its own. */
function runsOf(pictures: readonly Picture[]): Run[] {
  const runs: Run[] = [];
  for (const picture of pictures) {
    const run = runs.at(-1);
    const follows =
      run?.last.page !== undefined && picture.page === run.last.page + 1 && picture.name === run.last.name;
    if (run && follows) run.last = picture;
    else runs.push({ first: picture, last: picture });
  }
  return runs;
}

function describe({ first, last }: Run): string {
  const { width, height, page, pageCount } = first;
  const name = first.name.replace(/[[\]]/g, '_');
  if (page === undefined) return `Picture: ${name}, ${width} × ${height}`;
  return `${page === last.page ? `Page ${page}` : `Pages ${page} to ${last.page}`} of ${pageCount} of ${name}`;
}

/** Whether the pictures of the question are seen; undefined when it has none. */
export const sawPictures = (thread: readonly AskedMessage[], sees: boolean): boolean | undefined =>
  thread.at(-1)?.pictures?.length ? sees : undefined;
