import type { ReplyEnd } from '../live/broadcast.entity.js';

/** The same of every service: a vendor is known by its errors. */
const failed = {
  errorCode: 'provider_error',
  error: 'This service could not answer. The reason is shown with its name.',
};
const interrupted = {
  errorCode: 'provider_error',
  error: 'This reply broke off. The reason is shown with its name.',
};

/** How a blind reply ended, as far as its owner may know before the vote. */
export function shownEnd({ status, media, error, errorCode }: ReplyEnd): ReplyEnd {
  // A file's name may say what made it.
  const shown = { status, responseTimeMs: 0, media: media?.map((each) => ({ ...each, name: 'file' })) };
  switch (status) {
    case 'failed':
      return { ...shown, ...failed };
    case 'interrupted':
      return { ...shown, ...interrupted };
    case 'cancelled':
      return { ...shown, error, errorCode };
    case 'completed':
      return shown;
  }
}
