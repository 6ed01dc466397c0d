/** @import { ConsumerPlan } from './plan-consumer.js' */

/**
 * Tells the fact through a real NATS, as the other service's outbox would, and looks for its effect.
 * @param {ConsumerPlan} plan
 */
export function consumerSpec({ consumer, thing, done, subject, neighbours }) {
  const env = neighbours.map(({ upper }) => `${upper}_GRPC_URL: nobody`).join(', ');
  const start = env ? `startSlice(${consumer.camel}, { env: { ${env} } })` : `startSlice(${consumer.camel})`;
  return `import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventOf } from '@polylogue/proto';
import { startSlice, until, type RunningSlice } from '@polylogue/test-kit';
import { ${consumer.camel} } from '../src/service.js';

const subject = '${subject}';
${env ? `// No neighbour is asked for this.\nconst nobody = '127.0.0.1:1';\n` : ''}
let slice: RunningSlice;
beforeAll(async () => {
  slice = await ${start};
});
afterAll(() => slice.close());

const tell = (fact: EventOf<typeof subject>) =>
  slice.service.database.asWorker((tx) => slice.service.events.in(tx).publish(subject, fact));
const heard = (userId: string) =>
  slice.service.database.asWorker((tx) =>
    tx.query<{ id: string }[]>('SELECT ${thing.snake}_id AS id FROM ${consumer.snake}.${done.snake} WHERE user_id = $1', [userId]),
  );

const taken = async () => {
  const [row] = await slice.service.database.asWorker((tx) =>
    tx.query<{ count: number }[]>('SELECT count(*)::int AS count FROM ${consumer.snake}.inbox'),
  );
  return row?.count;
};

describe(subject, () => {
  it('is kept once, however often it is told', async () => {
    const [userId, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    for (const ${thing.camel}Id of [first, first, second]) await tell({ ${thing.camel}Id, userId });
    await until(async () => (await taken()) === 3);
    expect((await heard(userId)).map(({ id }) => id).sort()).toEqual([first, second].sort());
  });
});
`;
}
