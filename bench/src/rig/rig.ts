import { startCommitAndHops } from '../floors/commit-and-hops.js';
import { startFanOut } from '../floors/fan-out.js';
import { startStoredFanOut } from '../floors/stored-fan-out.js';
import { startUpstream } from '../upstream/upstream.js';
import { startBenchStack } from './stack.js';

export type Rig = Awaited<ReturnType<typeof openRig>>;

export interface RigOptions {
  isQuick: boolean;
  /** How many messages `operations` and `migrations` work with, if not as many as usual. */
  messages?: number | undefined;
  /** How long `soak` takes, if not as long as usual. */
  minutes?: number | undefined;
  report: (line: string) => void;
}

/** Everything the measurements share: the fake provider, the floors, and the product. */
export async function openRig({ isQuick, messages, minutes, report }: RigOptions) {
  const opened: { stop(): Promise<unknown> }[] = [];
  const keep = <Part extends { stop(): Promise<unknown> }>(part: Part) => (opened.unshift(part), part);
  const close = async () => {
    for (const part of opened) await part.stop();
  };
  try {
    const upstream = keep(await startUpstream());
    const fanOut = keep(await startFanOut(upstream.port));
    const stack = keep(await startBenchStack(upstream.port, report));
    const commitAndHops = keep(await startCommitAndHops(stack.postgresUrl));
    const { postgresUrl, environment } = stack;
    const storedFanOut = keep(await startStoredFanOut(upstream.port, postgresUrl, environment));
    return { isQuick, messages, minutes, report, upstream, fanOut, storedFanOut, stack, commitAndHops, close };
  } catch (error) {
    await close();
    throw error;
  }
}
