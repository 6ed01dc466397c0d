import { connect } from 'nats';
import { backingUrls } from './backing-urls.js';
import { until } from './until.js';

/**
 * Waits until a slice has sent what `unsent` finds in its outbox, and its durable consumers, of which there is at least one, have handled
 * all that was published under its prefix.
 */
export async function eventsSettled(eventsPrefix: string, unsent: () => Promise<unknown[]>): Promise<void> {
  const nats = await connect({ servers: backingUrls().nats });
  try {
    const manager = await nats.jetstreamManager();
    await until(async () => {
      const consumers = await manager.consumers.list(eventsPrefix.toUpperCase()).next();
      const waiting = await unsent();
      const isIdle = consumers.every((each) => each.num_pending === 0 && each.num_ack_pending === 0);
      return consumers.length > 0 && waiting.length === 0 && isIdle;
    });
  } finally {
    await nats.close();
  }
}
