import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A part of the bench in a process of its own, asked over the pipe that also keeps it from outliving its parent. */
export interface Child {
  pid: number;
  ask<Answer>(name: string, value?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export function startChild(module: URL): Child {
  const child = fork(fileURLToPath(module), { serialization: 'advanced', execArgv: ['--enable-source-maps'] });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let asked = 0;
  child.on('message', ({ id, answer, error }: { id: number; answer: never; error?: string }) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(answer);
    else asker?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${module.pathname} ended too early.`));
  });
  return {
    pid: child.pid ?? 0,
    ask: (name, value) =>
      new Promise((resolve, reject) => {
        waiting.set((asked += 1), { resolve, reject });
        child.send({ id: asked, name, value });
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
