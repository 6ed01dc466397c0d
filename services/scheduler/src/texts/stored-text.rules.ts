/**
 * Postgres stores neither NUL nor half a surrogate pair in JSON, and no text has a use for them. Of a whole text: a stream may
 * bring the halves of a pair one after the other.
 */
export const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD');

/** The beginning of a text, cut between two characters. */
export const beginningOf = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '');
