/** Stands at the beginning of a reply. */
export const callMarker = (number: number): string => `call-${number}-of-all`;

const shapes = { call: /call-\d+-of-all/g, message: /m-\d+-\d+(?:-again|-summary)?(?![\w-])/g } as const;

/** The markers of calls, or of what users do, in a text, in their order. */
export const markersIn = (text: string, of: keyof typeof shapes): string[] => text.match(shapes[of]) ?? [];

const eachErased = 'erased-';

/** Stands in all that a user writes who is erased, and in their name and e-mail. */
export const wordOf = (marker: string): string => `${eachErased}${marker}-word`;
/** The beginning of every such word. */
export const beginningOfWords = `${eachErased}m-`;
