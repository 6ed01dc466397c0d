/** How long a text is in UTF-8: what is typed is estimated by that, and does not leave the page before it is sent. */
export const bytesIn = (text: string): number => new TextEncoder().encode(text).length;
