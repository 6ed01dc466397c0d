const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `A, B and C`. */
export const inWords = (names: readonly string[]): string => list.format(names);
