const shape = /^blind\.\.[a-z]$/;

/** Whether this is how a service is named in a blind round before its vote. */
export const isBlindName = (name: string): boolean => shape.test(name);

/** The names of a blind round of so many services, in the order of its replies. */
export const blindNames = (count: number): string[] =>
  Array.from({ length: count }, (_each, place) => `blind..${String.fromCodePoint(0x61 + place)}`);

/** How a service of this name is called. */
export const blindDisplayName = (name: string): string => `Service ${name.at(-1)!.toUpperCase()}`;
