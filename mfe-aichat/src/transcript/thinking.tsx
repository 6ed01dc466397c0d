import { Elapsed } from '@polylogue/web-kit/streams';

/** Until the first word: the seconds, counting. */
export const Thinking = ({ startedAt }: { startedAt: number }) => (
  <span>
    Thinking <Elapsed startedAt={startedAt} />
  </span>
);
