/** An enum value that has no word: it is unspecified, or of another version. */
export class UnknownEnumValueError extends RangeError {
  constructor(
    readonly value: string,
    prefix: string,
  ) {
    super(`"${value}" has no word behind ${prefix}`);
    this.name = 'UnknownEnumValueError';
  }
}

/**
 * Translates a generated string enum to the bare words that tables and `/api` use, and back.
 *
 * Protobuf requires prefixed enum values (`REPLY_STATUS_COMPLETED`); tables and `/api` have `completed`.
 * `UNSPECIFIED` and `UNRECOGNIZED` have no word: both ends treat them as an error of the sender.
 *
 * @example
 * const replyStatus = enumWords(ReplyStatus, 'REPLY_STATUS_');
 * replyStatus.toWord(ReplyStatus.COMPLETED); // 'completed'
 * replyStatus.fromWord('completed');         // ReplyStatus.COMPLETED
 */
export function enumWords<K extends string, V extends string>(values: Record<K, V>, prefix: string) {
  type Word = Lowercase<Exclude<K, 'UNSPECIFIED' | 'UNRECOGNIZED'>>;
  const pairs = Object.entries<V>(values)
    .filter(([key]) => key !== 'UNSPECIFIED' && key !== 'UNRECOGNIZED')
    .map(([, value]) => [value, value.slice(prefix.length).toLowerCase() as Word] as const);
  const words = new Map<string, Word>(pairs);
  const enums = new Map<string, V>(pairs.map(([value, word]) => [word, value]));

  return {
    /** The word of an enum value. Throws {@link UnknownEnumValueError} for UNSPECIFIED and unknown values. */
    toWord(value: V): Word {
      const word = words.get(value);
      if (word === undefined) throw new UnknownEnumValueError(value, prefix);
      return word;
    },
    /** The enum value of a word. Throws RangeError for an unknown word. */
    fromWord(word: string): V {
      const value = enums.get(word);
      if (value === undefined) throw new RangeError(`"${word}" is no value of ${prefix}`);
      return value;
    },
  };
}
