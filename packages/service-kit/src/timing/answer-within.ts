/**
 * What `work` comes to, or an error of this text when that takes longer than `ms` milliseconds. What arrived while this
 * process stood still counts as in time: before it gives up, whatever waits at the sockets is read.
 */
export async function answerWithin<T>(ms: number, work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    // Timers that are due run before sockets are read, immediates after.
    timer = setTimeout(() => setImmediate(() => reject(new Error(late))), ms);
  });
  return Promise.race([work, passed]).finally(() => clearTimeout(timer));
}
