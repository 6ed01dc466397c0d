import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a process as a machine that crashes does, and waits until it is gone. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
