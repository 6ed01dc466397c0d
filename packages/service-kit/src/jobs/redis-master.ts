/** The part of a Redis client that is used here. */
interface Client {
  on(event: 'ready', listener: () => void): unknown;
  role(): Promise<unknown>;
  disconnect(reconnect: boolean): void;
}

// Commands under way fail together; their connection is left once.
const togetherMs = 100;

/**
 * Makes what `reconnectOnError` of a Redis client wants: whether the Redis at the other end has become a replica, which
 * takes nothing. Its address leads to another one, or soon will, but a connection that is open would stay where it is.
 */
export function leavingReplicas(now = () => performance.now()): (error: Error) => boolean {
  let leftAt = -togetherMs;
  return ({ message }) => {
    if (!message.includes('READONLY') || now() - leftAt < togetherMs) return false;
    leftAt = now();
    return true;
  };
}

/**
 * Lets a client connect anew while it finds a replica: after sentinels have handed over, the address may lead to the old
 * master for seconds. Not every command would show it, for what fails within a transaction is no error of its own.
 */
export function followMaster<C extends Client>(client: C): C {
  const leaveReplica = async () => {
    const [role] = (await client.role()) as [string];
    if (role === 'slave') client.disconnect(true);
  };
  client.on('ready', () => void leaveReplica().catch(() => undefined));
  return client;
}
