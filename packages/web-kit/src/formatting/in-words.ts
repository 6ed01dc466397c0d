let list: Intl.ListFormat | undefined;

/** `A, B and C`. */
export const inWords = (names: readonly string[]): string =>
  (list ??= new Intl.ListFormat('en-GB', { type: 'conjunction' })).format(names);
