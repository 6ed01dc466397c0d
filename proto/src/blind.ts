/**
 * How a service is named while its round is blind: `blind..a`. A name like any other, so that it can stand wherever a
 * service's name stands, also in pages of the version before; no catalog and no preset makes such a name. Which service it
 * is only conversation knows.
 */
const shape = /^blind\.\.([a-z])$/;

/** Of the places of a blind round, the first is 0. */
export const blindName = (place: number): string => `blind..${String.fromCodePoint(0x61 + place)}`;

export const isBlindName = (name: string): boolean => shape.test(name);

/** How it is called: `Service A`. */
export const blindDisplayName = (name: string): string => `Service ${shape.exec(name)?.[1]?.toUpperCase() ?? '?'}`;

/** The name that an import gives it: there nothing is hidden behind it any more, and nothing can be revealed. */
export const withoutBlindness = (name: string): string => name.replace(shape, 'blind-$1');
