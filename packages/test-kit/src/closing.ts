/** Starts what a test needs and closes it afterwards, last started first. */
export function closing() {
  const started: { close(): Promise<unknown> }[] = [];
  return {
    add: <T extends { close(): Promise<unknown> }>(each: T): T => {
      started.push(each);
      return each;
    },
    closeAll: async () => {
      for (const each of started.splice(0).reverse()) await each.close();
    },
  };
}

const closeShared = Symbol.for('polylogue.closeShared');
/** What jest-worker sends to a worker after its last file. */
const endMessage = 2;

/**
 * Something that all test files of a worker share: made when first needed, closed after the last file. Made anew where
 * making it failed.
 */
export function shared<T>(make: () => Promise<T & { close(): Promise<unknown> }>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().then(
      (each) => {
        sharedClosing().add(each);
        return each;
      },
      (error: unknown) => {
        made = undefined;
        throw error;
      },
    ));
}

let all: ReturnType<typeof closing> | undefined;

function sharedClosing(): ReturnType<typeof closing> {
  if (all) return all;
  all = closing();
  const { closeAll } = all;
  // The global teardown calls it where files run in jest's own process. A worker ends at once: what it has started
  // ends with it, and jest grants no more than half a second.
  Object.assign(globalThis, { [closeShared]: closeAll });
  process.on('message', ([kind]: [number]) => kind === endMessage && process.exit());
  return all;
}
