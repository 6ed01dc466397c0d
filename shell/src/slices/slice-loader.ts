import type { Slice } from '@polylogue/web-kit';
import type { Remote } from './remotes.api.js';

/** What loading needs of the outside; the federation runtime in the page, anything in a test. */
export interface LoaderParts {
  fetchRemotes: (signal: AbortSignal) => Promise<Remote[]>;
  register: (remotes: Remote[], how: { force: boolean }) => void;
  load: (path: string) => Promise<{ slice: Slice } | null>;
  /** Milliseconds until a slice counts as not answering. */
  limit: number;
}

/** Loads slices once each; one that failed is forgotten and requested again with its address read again. */
export function createSliceLoader({ fetchRemotes, register, load, limit }: LoaderParts) {
  const loading = new Map<string, Promise<Slice>>();
  const failed = new Set<string>();
  let known: Promise<Remote[]> | undefined;

  async function fetchSlice(name: string, signal: AbortSignal): Promise<Slice> {
    known ??= fetchRemotes(signal).then((remotes) => {
      register(remotes, { force: false });
      return remotes;
    });
    const remote = (await known).find((row) => row.name === name);
    if (!remote) throw new Error(`/remotes.json does not name ${name}`);
    if (failed.delete(name)) register([remote], { force: true });
    const exposed = await load(`${name}/slice`);
    if (!exposed?.slice) throw new Error(`${name} does not expose a slice`);
    return exposed.slice;
  }

  return {
    /** The slice, the same promise each time until it is forgotten. */
    load(name: string): Promise<Slice> {
      const before = loading.get(name);
      if (before) return before;
      const signal = AbortSignal.timeout(limit);
      const late = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error(`${name} did not answer within ${limit} ms`)));
      });
      const slice = Promise.race([fetchSlice(name, signal), late]);
      loading.set(name, slice);
      return slice;
    },
    /** Before another try: the failure and the addresses are forgotten. */
    forget(name: string): void {
      loading.delete(name);
      failed.add(name);
      known = undefined;
    },
  };
}

export type SliceLoader = ReturnType<typeof createSliceLoader>;
