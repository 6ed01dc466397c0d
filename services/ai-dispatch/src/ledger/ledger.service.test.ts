import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Events, Logger } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import type { EndedCall } from './call.entity.js';
import type { CallsRepository } from './calls.repository.js';
import { LedgerService, maxWaiting } from './ledger.service.js';

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' });
const ended = (): EndedCall => ({
  callId: randomUUID(),
  userId: randomUUID(),
  aiService: 'sage',
  model: 'm',
  startedAt: new Date(),
  endedAt: new Date(),
  outcome: 'completed',
  spent: { micros: 1, tokens: 1 },
});

let logged: string[];
beforeEach(() => void (logged = []));

/** A ledger whose repository writes a batch as this says. */
function ledgerOver(end: (calls: readonly EndedCall[]) => Promise<boolean>): LedgerService {
  const log = (_of: object, message: string) => logged.push(message);
  return new LedgerService(
    { end } as unknown as CallsRepository,
    { nudge: () => undefined } as unknown as Events,
    { warn: log, error: log } as unknown as Logger,
  );
}

describe('the end of a call', () => {
  it('is written once, however long the database is away', async () => {
    const faults = Array.from({ length: 6 }, away);
    const written: string[] = [];
    const ledger = ledgerOver((calls) => {
      if (faults.length > 0) return Promise.reject(faults.shift()!);
      written.push(...calls.map(({ callId }) => callId));
      return Promise.resolve(false);
    });
    const call = ended();
    ledger.end(call);
    await until(() => written.length > 0, { what: 'the line of the call' });
    await ledger.beforeApplicationShutdown();
    expect(written).toEqual([call.callId]);
    expect(new Set(logged)).toEqual(new Set(['writing the ledger failed; retrying until the database is back']));
  });

  it('is tried once more when the process ends, and then given up with a line in the log', async () => {
    let tries = 0;
    const ledger = ledgerOver(() => {
      tries += 1;
      return Promise.reject(away());
    });
    ledger.end(ended());
    await until(() => tries === 1);
    await ledger.beforeApplicationShutdown();
    expect(tries).toBe(2);
    expect(logged.at(-1)).toBe('writing the end of a call to the ledger failed');
  });

  it('is not kept where too many wait already, and the log names it', async () => {
    let release = () => {};
    const isBack = new Promise<void>((resolve) => (release = resolve));
    const written = new Set<string>();
    const ledger = ledgerOver(async (calls) => {
      await isBack;
      for (const { callId } of calls) written.add(callId);
      return false;
    });
    const many = Array.from({ length: maxWaiting + 1 }, ended);
    for (const call of many) ledger.end(call);
    expect(logged).toEqual(['the end of a call is not kept: too many wait']);
    release();
    await ledger.beforeApplicationShutdown();
    expect(many.filter(({ callId }) => !written.has(callId))).toEqual([many.at(-1)]);
  });
});
