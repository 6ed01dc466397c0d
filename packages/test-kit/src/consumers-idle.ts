import type { NatsConnection } from 'nats';

/** Whether the durable consumers of a slice, of which there is at least one, have handled all that was published under its prefix. */
export async function consumersIdle(nats: NatsConnection, eventsPrefix: string): Promise<boolean> {
  const manager = await nats.jetstreamManager();
  const consumers = await manager.consumers.list(eventsPrefix.toUpperCase()).next();
  return consumers.length > 0 && consumers.every((each) => each.num_pending === 0 && each.num_ack_pending === 0);
}
