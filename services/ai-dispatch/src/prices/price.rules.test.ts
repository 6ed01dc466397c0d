import { describe, expect, it } from '@jest/globals';
import { wellKnownServices } from '../catalog/well-known.rules.js';
import { costOfCall, findPrice, knownRows, type PriceRow } from './price.rules.js';
import { readPriceFile } from './price-file.rules.js';

const service = (props: object = {}) => ({
  name: 'gpt',
  model: 'gpt-5.2',
  baseUrl: 'https://api.openai.com/v1',
  demo: false,
  ...props,
});
const price = (input: number, output = input) => ({ input, output });
const row = (props: Omit<PriceRow, 'price'>, input: number): PriceRow => ({ ...props, price: price(input) });

describe('the price of a service', () => {
  it('is that of its model at its vendor', () => {
    expect(findPrice(service(), [])).toEqual({ input: 1_750_000, output: 14_000_000 });
    const haiku = { model: 'claude-haiku-4-5-20251001', baseUrl: 'https://api.anthropic.com/v1' };
    expect(findPrice(service(haiku), [])).toEqual({ input: 1_000_000, output: 5_000_000 });
    expect(findPrice(service({ model: 'gpt-5-mini-2025-08-07' }), [])).toEqual({ input: 250_000, output: 2_000_000 });
  });

  it.each([
    ['another address', { baseUrl: 'http://127.0.0.1:11434/v1' }],
    ['another model', { model: 'gpt-77' }],
    ['a model that only begins alike', { model: 'gpt-5.2-mini' }],
    ['a demo', { demo: true }],
    ['an address that is none', { baseUrl: 'nowhere' }],
  ])('is not known for %s', (_what, props) => expect(findPrice(service(props), [])).toBeUndefined());

  it('is what an operator says, the more exact the sooner', () => {
    const rows = [
      row({ model: 'gpt-5.2' }, 1),
      row({ service: 'gpt' }, 3),
      row({ model: 'gpt-5.2', host: 'api.openai.com' }, 2),
      row({ service: 'claude' }, 4),
    ];
    expect(findPrice(service(), rows)?.input).toBe(3);
    expect(findPrice(service({ name: 'other' }), rows)?.input).toBe(2);
    expect(findPrice(service({ name: 'other', baseUrl: 'http://proxy/v1' }), rows)?.input).toBe(1);
  });

  it('is known for most services that a key brings', () => {
    const unknown = wellKnownServices.filter((known) => !findPrice({ ...known, demo: false }, []));
    // The first two report their costs themselves; the third is a name for whichever model is the newest.
    expect(unknown.map(({ name }) => name).sort()).toEqual(['google', 'openrouter', 'perplexity']);
  });

  it('stands once in the list for each model of a vendor', () => {
    const keys = knownRows.map(({ host, model }) => `${host} ${model}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the cost of a call', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0 };
  it.each([
    ['what the provider says', 7, usage, price(5), { micros: 7, source: 'provider' }],
    ['0 when the provider says so', 0, usage, price(5), { micros: 0, source: 'provider' }],
    ['estimated by the list', undefined, usage, price(5), { micros: 5, source: 'estimate' }],
    ['unknown without a price', undefined, usage, undefined, undefined],
    ['unknown without a count', undefined, undefined, price(5), undefined],
    ['unknown with half a count', undefined, { inputTokens: 5 }, price(5), undefined],
  ] as const)('is %s', (_what, reported, counted, per, cost) =>
    expect(costOfCall(reported, counted, per)).toEqual(cost),
  );
});

describe('a file of prices', () => {
  it('is read in YAML and JSON', () => {
    const yaml = '- service: gpt\n  input: 2.5\n  output: "10"\n- { host: my.example, model: m, input: 0, output: 0 }';
    expect(readPriceFile(yaml)).toEqual({
      rows: [
        { service: 'gpt', price: { input: 2_500_000, output: 10_000_000 } },
        { host: 'my.example', model: 'm', price: { input: 0, output: 0 } },
      ],
      faults: [],
    });
    expect(readPriceFile('[{"model":"m","input":1,"output":1}]').rows).toHaveLength(1);
  });

  it('says all its faults and keeps the other rows', () => {
    const text =
      '- { model: a, input: -1, output: 1 }\n- { input: 1, output: 1 }\n- { model: b, input: 1, output: 1, x: 1 }\n- { model: ok, input: 1, output: 1 }';
    const { rows, faults } = readPriceFile(text);
    expect(rows.map(({ model }) => model)).toEqual(['ok']);
    expect(faults).toEqual([
      '[0].input: Write dollars per million tokens, such as 1.75.',
      '[1].model: Name the service of the catalog, or the model.',
      expect.stringMatching(/^\[2\]: /),
    ]);
    expect(readPriceFile('prices: 1').faults).toEqual(['line 1: Write a list of prices.']);
    expect(readPriceFile('- {').faults[0]).toMatch(/^line 1: /);
  });
});
