import type { EventEmitter } from 'node:events';
import type { Queue } from 'bull';

interface Stream extends Pick<EventEmitter, 'once'> {
  closed: boolean;
}

/** What ioredis connects a client of a queue by. */
interface Connector {
  stream?: Stream | undefined;
}

interface Closing {
  readonly clients: readonly { connector: Connector }[];
  close(doNotWaitJobs?: boolean): Promise<void>;
  disconnect(): Promise<void>;
}

/**
 * Lets a queue that was closed hold up the end of its process no longer. Bull disconnects its clients once more when their
 * connections are closed; ioredis sets a timer each time, which only the closing of the connection would clear.
 */
export function forgetClosedStreams(queue: Queue): void {
  const closing = queue as unknown as Closing;
  const close = closing.close.bind(queue);
  const disconnect = closing.disconnect.bind(queue);
  const forget = () => closing.clients.forEach(({ connector }) => forgetWhenClosed(connector));
  closing.close = (doNotWaitJobs) => {
    forget();
    return close(doNotWaitJobs);
  };
  // In between, the client of a worker has connected anew.
  closing.disconnect = () => {
    forget();
    return disconnect();
  };
}

function forgetWhenClosed(connector: Connector): void {
  const { stream } = connector;
  const forget = () => {
    if (connector.stream === stream) connector.stream = undefined;
  };
  if (stream?.closed) forget();
  else stream?.once('close', forget);
}
