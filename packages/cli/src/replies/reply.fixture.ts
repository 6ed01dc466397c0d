import type { Reply } from './replies.js';

/** A reply that is still being written. */
export const aReply = (name: string, text = '', extra: Partial<Reply> = {}): Reply => ({
  name,
  displayName: name.toUpperCase(),
  color: '#097C56',
  text,
  end: undefined,
  ...extra,
});

export const done = { error: undefined, milliseconds: 1_240, tokens: 7 };
