const stepMs = 5;

/**
 * How many milliseconds of its own a piece of work took: while a busy machine lets this process stand still, no time
 * passes. For what is promised within seconds, and must be kept to on a machine of any speed.
 */
export async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  let own = 0;
  let last = performance.now();
  const count = () => {
    const now = performance.now();
    own += Math.min(now - last, 2 * stepMs);
    last = now;
  };
  const steps = setInterval(count, stepMs);
  try {
    await work();
    count();
    return own;
  } finally {
    clearInterval(steps);
  }
}
