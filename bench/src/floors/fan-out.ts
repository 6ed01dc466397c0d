import { Agent } from 'node:http';
import { startChild } from '../processes/child.js';
import { cpuSeconds } from '../processes/usage.js';
import { askFanOut } from './ask-fan-out.js';

export type FanOut = Awaited<ReturnType<typeof startFanOut>>;

/** The no-framework fan-out in its own process, and a client for it. */
export async function startFanOut(upstreamPort: number) {
  const child = startChild(new URL('./fan-out-process.js', import.meta.url));
  const port = await child.call<number>('listen');
  const agent = new Agent({ keepAlive: true });
  return {
    seconds: () => cpuSeconds([child.pid]),
    broadcast: (key: string, services: readonly string[]) => askFanOut({ port, upstreamPort, agent, key, services }),
    async stop() {
      agent.destroy();
      await child.stop();
    },
  };
}
