import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProviderName } from '../src/catalog/providers.js';
import { startAimockStand } from '../src/conformance/aimock-stand.js';
import { startDemoStand } from '../src/conformance/demo-stand.js';
import { startShapesStand } from '../src/conformance/shapes-stand.js';
import { liveStand } from '../src/conformance/live-stand.js';
import { rules } from '../src/conformance/rules.js';
import { brokenRules, runConformance, toTable, type Report } from '../src/conformance/run.js';
import type { Stand } from '../src/conformance/stand.js';
import { startVendorServer, pathOf, type VendorServer } from './vendor-server.js';

const document = readFileSync(join(import.meta.dirname, '../../../docs/conformance.md'), 'utf8');
/** Tables as they read, however they are laid out. */
const plain = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');

describe.each([
  ['our demo', startDemoStand],
  ['aimock', startAimockStand],
  ['documented shapes', startShapesStand],
])('every adapter against %s', (name, start) => {
  let stand: Stand;
  let report: Report;
  beforeAll(async () => {
    stand = await start();
    report = await runConformance(stand);
  });
  afterAll(() => stand.close());

  it('keeps every rule that the server can put it to', () => {
    expect(brokenRules(report)).toEqual([]);
    const kept = [...report.verdicts.values()].flatMap((row) => [...row.values()]);
    expect(kept.length).toBeGreaterThanOrEqual(name === 'documented shapes' ? 7 : rules.length * 2.3);
  });

  it('stands in the document as it is', () => {
    expect(plain(document)).toContain(plain(toTable(report)));
  });
});

describe('the kit itself', () => {
  let vendor: VendorServer;
  beforeAll(async () => void (vendor = await startVendorServer()));
  afterAll(() => vendor.close());

  /** A server that does the same whatever the request. */
  const stubborn = (model: string): Stand => ({
    name: model,
    play: (_situation, protocol: ProviderName) => {
      const address = { model, baseUrl: vendor.url + pathOf(protocol), apiKey: 'sk-stubborn' };
      return Promise.resolve({ target: { displayName: model, category: 'text', ...address }, prompt: 'Hi' });
    },
    close: () => Promise.resolve(),
  });
  const brokenBy = async (model: string, adapter: ProviderName) => {
    const report = await runConformance(stubborn(model), [adapter]);
    return brokenRules(report).map((line) => /, ([\w-]+): /.exec(line.slice(line.indexOf(',') + 1))?.[1]);
  };

  it('notices an adapter that takes a good reply for every failure', async () => {
    expect(await brokenBy('hello', 'openai-compatible')).toEqual(
      expect.arrayContaining(['silent-end', 'cut', 'malformed', '401', '404', '429', '500', 'html', 'redirect']),
    );
  });

  it('notices replies that fail, in every adapter', async () => {
    for (const adapter of ['openai', 'anthropic', 'google'] as const) {
      expect(await brokenBy('status-500', adapter)).toEqual(
        expect.arrayContaining(['streams', 'picture', 'usage', 'stop-reason', '401', 'cancel', 'deadline']),
      );
    }
  });

  it('tests a live endpoint only in situations it can be brought to', async () => {
    const stand = liveStand('openai', { baseUrl: vendor.url + pathOf('openai'), model: 'hello', apiKey: 'sk-live' });
    const { verdicts } = await runConformance(stand, ['openai']);
    const tested = [...verdicts].filter(([, row]) => row.size > 0).map(([rule]) => rule);
    expect(tested).toEqual(['streams', 'usage', 'stop-reason', 'model', '401', '404', 'cancel']);
    expect(verdicts.get('streams')?.get('openai')?.isKept).toBe(true);
    expect(verdicts.get('404')?.get('openai')?.isKept).toBe(true);
  });
});
