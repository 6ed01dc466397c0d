import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../src/account.js';
import { catalogFor, chooseCells, entryNames, environment } from '../src/faults/cells.js';
import { playCells } from '../src/faults/play.js';
import { startFaultyProvider, type FaultyProvider } from '../src/faults/provider.js';
import { verdictsOf } from '../src/faults/table.rules.js';
import { setScene } from '../src/scene.js';

// A fault for each way; `npm run faults` plays every one at every way.
const cells = chooseCells([
  '403/send',
  'truncated/stream',
  'malformed/file',
  'redirect/retry',
  'tls/continue',
  'html/openai',
  '401/openai-stream',
  'hang-before/chat',
  'flood/summary',
  'empty/agreement',
  'dns/judging',
  '429-after/query',
  'refused/probe',
]);

describe('a sample of provider faults', () => {
  let provider: FaultyProvider;
  let administrator: Account;

  const scene = setScene(async (keep) => {
    provider = keep(await startFaultyProvider());
    return { aiServices: catalogFor(cells, provider), env: environment };
  });
  beforeAll(async () => void (administrator = await scene.signUp()));

  test('keeps every promise', async () => {
    expect(cells.map(({ entry }) => entry).sort()).toEqual([...entryNames].sort());
    const played = await playCells(cells, { url: scene.url, administrator, provider });
    expect(verdictsOf(played).filter((line) => !line.startsWith('PASS'))).toEqual([]);
  });
});
