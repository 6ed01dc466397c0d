import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection by hand, and what became of it. */
export interface RawConnection {
  socket: Socket;
  /** What was answered so far; nothing while it is not read. */
  answer: () => string;
  /** Settles when it is closed, by whomever. */
  closed: Promise<void>;
  isClosed: () => boolean;
}

/** Connects and sends this; never throws, as a server may hang up at any time. */
export function openRaw(url: string, text: string | Buffer = ''): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  let isOver = false;
  socket.on('data', (bytes: Buffer) => {
    if (received.length < 20_000) received += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isOver = true;
      resolve();
    }),
  );
  if (text.length > 0) socket.write(text);
  return { socket, answer: () => received, closed, isClosed: () => isOver };
}

/** Opens so many, a few at a time, as a queue of connections is short. */
export async function openMany(count: number, open: (at: number) => RawConnection): Promise<RawConnection[]> {
  const all: RawConnection[] = [];
  while (all.length < count) {
    const some = Array.from({ length: Math.min(100, count - all.length) }, (_, at) => open(all.length + at));
    await Promise.all(
      some.map(({ socket, closed }) =>
        Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed]),
      ),
    );
    all.push(...some);
  }
  return all;
}

/** Waits until all are closed, at most so long; answers how many are not. */
export async function stillOpen(all: readonly RawConnection[], withinMs: number): Promise<number> {
  await Promise.race([Promise.all(all.map(({ closed }) => closed)), sleep(withinMs)]);
  return all.filter(({ isClosed }) => !isClosed()).length;
}

export const closeAll = (all: readonly RawConnection[]) => all.forEach(({ socket }) => socket.destroy());
