import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../../../..');
const readyMs = 60_000;
const lookEveryMs = 25;

export interface ReplicaOptions {
  slice: string;
  /** Where it listens. */
  host: string;
  healthPort: number;
  environment: NodeJS.ProcessEnv;
  /** What Node is started with; the file of the slice when absent. */
  args?: readonly string[];
  /** Only its errors are shown when absent. */
  stdio?: StdioOptions;
}

/** One process of a slice. */
export interface Replica {
  host: string;
  process: ChildProcess;
  /** @throws when it ends or takes too long. */
  ready(): Promise<void>;
  /** Sends SIGTERM, and waits until it has ended. */
  end(): Promise<void>;
  kill(): void;
}

/** Starts a process of a slice that listens on an address of its own. */
export function startReplica({ slice, host, healthPort, environment, args, stdio }: ReplicaOptions): Replica {
  const folder = slice === 'gateway' ? slice : `services/${slice}`;
  const child = spawn(process.execPath, args ?? [join(root, folder, 'dist/main.js')], {
    cwd: root,
    stdio: stdio ?? ['ignore', 'ignore', 'inherit'],
    env: { ...environment, HOST: host, HEALTH_HOST: host },
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    host,
    process: child,
    ready: async () => {
      const until = performance.now() + readyMs;
      for (;;) {
        if (hasEnded()) throw new Error(`${slice} ended with code ${child.exitCode} while starting`);
        const answer = await fetch(`http://${host}:${healthPort}/readyz`).catch(() => undefined);
        await answer?.body?.cancel();
        if (answer?.ok) return;
        if (performance.now() > until) throw new Error(`${slice} is not ready after ${readyMs / 1000} s`);
        await pause(lookEveryMs);
      }
    },
    end: async () => {
      const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
      child.kill('SIGTERM');
      if (!hasEnded()) await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
