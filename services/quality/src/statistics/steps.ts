/** Work that can be left between two steps, so that a process that computes it does other things meanwhile. */
export type Steps<T> = Generator<void, T>;

/** All of it at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
