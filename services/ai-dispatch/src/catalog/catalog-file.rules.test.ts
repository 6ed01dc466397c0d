import { describe, expect, it } from '@jest/globals';
import { readCatalogFile } from './catalog-file.rules.js';

const defaults = {
  timeouts: { connectMs: 5_000, firstTokenMs: 30_000, gapMs: 30_000, totalMs: 120_000 },
  limits: { concurrency: 10, queue: 5 },
};
const env = { MY_KEY: 'secret-1', HOST: 'models.example' };
const read = (text: string, demoUrl?: string) => readCatalogFile(text, { env, defaults, demoUrl });

describe('a catalog file', () => {
  it('is read from YAML, with variables expanded and defaults filled in', () => {
    const { services, faults } = read(`
- name: gpt
  displayName: GPT
  color: '#10a37f'
  category: text
  provider: openai
  model: gpt-5.2
  apiKey: \${MY_KEY}
  temperature: 0.3
  answers: { systemPrompt: Be brief., maxOutputTokens: 800 }
  limits: { maxOutputTokens: 2000, allowsWebSearch: false }
  timeouts: { firstToken: 60000 }
- name: mine
  displayName: Mine
  provider: openai-compatible
  model: m
  baseUrl: http://\${HOST}/v1/
  limits: { concurrency: 2 }
`);
    expect(faults).toEqual([]);
    expect(services).toEqual([
      {
        name: 'gpt',
        displayName: 'GPT',
        color: '#10a37f',
        category: 'text',
        provider: 'openai',
        model: 'gpt-5.2',
        baseUrl: 'https://api.openai.com/v1',
        apiKey: 'secret-1',
        answerDefaults: { temperature: 0.3, systemPrompt: 'Be brief.', maxOutputTokens: 800 },
        answerLimits: { maxOutputTokens: 2000, allowsWebSearch: false },
        timeouts: { ...defaults.timeouts, firstTokenMs: 60_000 },
        limits: defaults.limits,
        demo: false,
      },
      expect.objectContaining({
        name: 'mine',
        baseUrl: 'http://models.example/v1',
        limits: { concurrency: 2, queue: 5 },
      }),
    ]);
  });

  it('is read from JSON', () => {
    const row = { name: 'a', displayName: 'A', provider: 'anthropic', model: 'claude', apiKey: 'k' };
    expect(read(JSON.stringify([row])).services).toMatchObject([
      { name: 'a', baseUrl: 'https://api.anthropic.com/v1' },
    ]);
  });

  it('may name demo services', () => {
    const text = '- { name: sage, displayName: Sage, provider: demo, model: demo-sage }';
    expect(read(text, 'http://127.0.0.1:8090/').services).toMatchObject([
      { provider: 'openai', baseUrl: 'http://127.0.0.1:8090/openai/v1', demo: true },
    ]);
    expect(read(text).faults).toEqual(['line 1: [0].provider: Demo services need DEMO_URL or a baseUrl.']);
  });

  it('leaves out what is not enabled', () => {
    const text = '- { name: a, displayName: A, provider: openai, model: m, apiKey: k, enabled: false }';
    expect(read(text)).toMatchObject({ services: [], rows: [{ isEnabled: false }], faults: [] });
  });

  it('reports every fault with its line, and keeps the rows without one', () => {
    const { services, faults } = read(`
- name: Bad Name
  displayName: Bad
  provider: openai
  model: m
- name: good
  displayName: Good
  provider: openai
  model: m
  apiKey: k
- name: good
  displayName: Twice
  provider: nobody
  model: m
- name: keyless
  displayName: Keyless
  provider: openai
  model: m
  apiKey: \${NOT_THERE}
  timeouts: { firstToken: soon, first: 1 }
- name: nowhere
  displayName: Nowhere
  provider: openai-compatible
  model: m
- just a word
`);
    expect(services.map(({ name }) => name)).toEqual(['good']);
    expect(faults).toEqual([
      expect.stringMatching(/^line 2: \[0\]\.name: Write small letters/),
      expect.stringMatching(/^line 13: \[2\]\.provider: Write one of openai, /),
      'line 19: [3].apiKey: The environment variable NOT_THERE is not set.',
      expect.stringMatching(/^line 20: \[3\]\.timeouts\.firstToken: Write a number of milliseconds/),
      expect.stringMatching(/^line 20: \[3\]\.timeouts: /),
      'line 21: [4].baseUrl: Write the address of the service.',
      expect.stringMatching(/^line 25: \[5\]: /),
    ]);
  });

  it.each([
    ['name: a\n', 'line 1: Write a list of services.'],
    ['', 'line 1: Write a list of services.'],
    ['- name: "a\n', 'line 2: Missing closing "quote'],
    ['- name: [\n', 'line 2:'],
    ['- name: *somebody\n', 'line 1: Put quotes around a value that begins with *.'],
    ['- apiKey: { a: "b" c }\n', 'line 1:'],
  ])('says what is wrong with %j', (text, fault) => {
    const { services, faults } = read(text);
    expect(services).toEqual([]);
    expect(faults[0]).toContain(fault);
  });

  it('takes no key that could not stand in a header', () => {
    const row = (apiKey: string) =>
      JSON.stringify([{ name: 'a', displayName: 'A', provider: 'openai', model: 'm', apiKey }]);
    expect(read(row('sk-1\r\nx-evil: 1')).faults).toEqual([
      expect.stringContaining('.apiKey: Write the key without spaces'),
    ]);
    expect(read(row(' sk-1\n')).services).toMatchObject([{ apiKey: 'sk-1' }]);
  });

  it('never repeats a key in a fault', () => {
    const { faults } = read(
      '- { name: a, displayName: A, provider: openai, model: m, apiKey: [sk-secret], color: sk-secret }',
    );
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join()).not.toContain('sk-secret');
  });
});
