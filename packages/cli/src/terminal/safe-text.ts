/**
 * Text of others, as a terminal may show it. Control characters go, as with them a reply could move the cursor, rename the
 * window, or write into the clipboard; so do those that turn the direction of what follows. What is made of a text is the
 * same whether it comes in one piece or in many.
 */
export const safeText = (text: string): string =>
  text
    .replaceAll('\t', '  ')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');

/** JSON as it may reach a terminal: the control characters that JSON leaves as they are. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
