import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OperationsServiceDefinition } from '@polylogue/proto';
import { baseConfig, defineService, type GrpcClient, type CallerToken } from '@polylogue/service-kit';
import { callerToken, startSlice, testSigner, until, type RunningSlice } from '../src/index.js';
import { Listener, ListenerModule, Publisher } from './slice/listener.service.js';
import { notesMigration, SampleModule } from './slice/sample.service.js';

@Module({ imports: [SampleModule, ListenerModule] })
class OperatedModule {}

const operated = defineService({
  name: 'conversation',
  module: OperatedModule,
  config: baseConfig('conversation'),
  migrations: [notesMigration],
  dependencies: () => [
    { name: 'tea', isOptional: true, check: () => Promise.reject(new Error('There is no tea')) },
    { name: 'air', check: () => Promise.resolve() },
  ],
});

const asAdmin = { callerToken: callerToken({ role: 'admin' }) };
let slice: RunningSlice;
let operations: GrpcClient<typeof OperationsServiceDefinition>;
const listener = () => slice.service.app.get(Listener, { strict: false });

beforeAll(async () => {
  slice = await startSlice(operated, { retries: { delaysMs: [10] }, env: { BUILD_VERSION: '9.8.7' } });
  operations = slice.client(OperationsServiceDefinition);
});
afterAll(() => slice.close());

async function giveUpOn(...ids: string[]) {
  for (const id of ids) {
    listener().poison.add(id);
    await slice.service.app.get(Publisher, { strict: false }).publish(id);
  }
  return until(async () => {
    const { letters, total } = await operations.listDeadLetters({ limit: 0 }, asAdmin);
    return total === ids.length ? letters : undefined;
  });
}

describe('the operator endpoint of every service', () => {
  it('lists what was given up on without what it carries, replays it once, and discards', async () => {
    const letters = await giveUpOn('m1', 'm2', 'm3');
    expect(letters[0]).toEqual({
      key: { consumer: 'conversation.Listener.onReplyStored', eventId: expect.any(String) as unknown as string },
      subject: 'conversation.reply_stored.v1',
      error: 'Error: indigestible',
      attempts: 2,
      failedAt: expect.any(Date) as unknown as Date,
    });
    const keyOf = (at: number) => letters[at]!.key!;
    listener().poison.clear();
    const [, one] = [await operations.discardDeadLetters({ keys: [keyOf(0)] }, asAdmin), keyOf(1)];
    const tallies = await Promise.all([1, 2, 3].map(() => operations.replayDeadLetters({ keys: [one] }, asAdmin)));
    expect(tallies.every(({ failed }) => failed === 0)).toBe(true);
    expect(listener().handled).toHaveLength(1);
    expect(await operations.replayDeadLetters({ keys: [] }, asAdmin)).toEqual({ handled: 1, failed: 0 });
    expect(listener().handled).toHaveLength(2);
    expect(await operations.listDeadLetters({ limit: 0 }, asAdmin)).toEqual({ letters: [], total: 0 });
  });

  it('says of a dead letter without a handler that it has none', async () => {
    const key = { consumer: 'conversation.Gone.onGone', eventId: '0198a1b2-0000-7000-8000-000000000000' };
    const letter = { ...key, subject: 'x', payload: {}, headers: {}, attempts: 1, error: new Error('no') };
    await slice.service.events.letters.write(letter);
    expect(await operations.replayDeadLetters({ keys: [key] }, asAdmin)).toEqual({ handled: 0, failed: 1 });
    const { letters } = await operations.listDeadLetters({ limit: 0 }, asAdmin);
    expect(letters).toMatchObject([{ attempts: 2, error: expect.stringContaining('discard it') as unknown as string }]);
    await operations.discardDeadLetters({ keys: [key] }, asAdmin);
  });

  it('reports its status', async () => {
    const status = await until(async () => {
      const found = await operations.getStatus({}, asAdmin);
      return found.dependencies.find(({ name }) => name === 'nats')?.isUp ? found : undefined;
    });
    expect(status).toMatchObject({ service: 'conversation', version: '9.8.7', deadLetters: 0, isDraining: false });
    expect(status.nodeVersion).toBe(process.version);
    expect(status.dependencies).toEqual(
      expect.arrayContaining([
        { name: 'postgres', isUp: true, isOptional: false, message: '' },
        { name: 'tea', isUp: false, isOptional: true, message: 'There is no tea' },
      ]),
    );
  });

  it('is for administrators, by way of the gateway', async () => {
    const asUser = { callerToken: callerToken({}) };
    const other = testSigner('quality').actingFor({ userId: 'u', isApproved: true });
    const calls = (how: { callerToken: CallerToken }) => [
      () => operations.listDeadLetters({ limit: 0 }, how),
      () => operations.replayDeadLetters({ keys: [] }, how),
      () => operations.discardDeadLetters({ keys: [] }, how),
      () => operations.getStatus({}, how),
    ];
    for (const call of calls(asUser)) await expect(call()).rejects.toMatchObject({ code: 'admin_required' });
    for (const call of calls({ callerToken: testSigner().asService() })) {
      await expect(call()).rejects.toMatchObject({ code: 'caller_required' });
    }
    for (const call of calls({ callerToken: other })) {
      await expect(call()).rejects.toMatchObject({ code: 'service_not_allowed' });
    }
  });
});
