import { startChild } from '../processes/child.js';

/** A server in a process of its own that answers every request with one text, held in memory. */
export async function startPageServer() {
  const child = startChild(new URL('./page-process.js', import.meta.url));
  const port = await child.call<number>('listen');
  return {
    port,
    /** From now on. */
    answerWith: (body: string) => child.call<void>('answer', body),
    stop: () => child.stop(),
  };
}
