import { DispatchEnd, fromStored, toStored } from '@polylogue/proto';

/** What a judge answered in a call that came to its end, and how that ended. */
export interface CallAnswer {
  text: string;
  end: DispatchEnd;
}

const codec = {
  toJSON: ({ text, end }: CallAnswer) => ({ text, end: DispatchEnd.toJSON(end) }),
  fromJSON: (stored: { text: string; end: unknown }): CallAnswer => ({
    text: stored.text,
    end: DispatchEnd.fromJSON(stored.end),
  }),
};

/** As it is kept in a list in a column of type jsonb. */
export const toStoredAnswer = (answer: CallAnswer): string | null => toStored(codec, answer);

/** The list that was kept, in the order in which the calls were made. */
export const callAnswers = (stored: unknown): CallAnswer[] =>
  Array.isArray(stored) ? stored.flatMap((each) => fromStored(codec, each) ?? []) : [];
