/** A checkout of one slice and what it may use, in an empty folder; as another version when one is named. */
export function cleanCopy(folder: string, slice: string, as?: { version?: string }): Promise<void>;
