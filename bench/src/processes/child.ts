import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A part of the bench in a process of its own, called over the pipe that also keeps it from outliving its parent. */
export interface Child {
  pid: number;
  call<Answer>(name: string, value?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export function startChild(module: URL): Child {
  const child = fork(fileURLToPath(module), { serialization: 'advanced', execArgv: ['--enable-source-maps'] });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let lastId = 0;
  child.on('message', ({ id, answer, error }: { id: number; answer: never; error?: string }) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) caller?.resolve(answer);
    else caller?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${module.pathname} ended too early.`));
  });
  return {
    pid: child.pid ?? 0,
    call: (name, value) =>
      new Promise((resolve, reject) => {
        waiting.set((lastId += 1), { resolve, reject });
        child.send({ id: lastId, name, value });
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
