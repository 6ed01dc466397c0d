import { describe, expect, it } from '@jest/globals';
import { ChatRole } from '@polylogue/proto';
import { readPromptfoo } from './read-promptfoo.rules.js';

const example = `
description: Capitals
providers: [openai:gpt-5]
prompts:
  - 'What is the capital of {{ country }}?'
  - file://prompt.txt
defaultTest:
  vars: { tone: short }
  assert:
    - type: latency
      threshold: 5000
tests:
  - vars: { country: Switzerland }
    assert:
      - { type: icontains, value: Bern }
      - { type: not-contains, value: '{{country}}' }
      - { type: javascript, value: output.length < 10 }
      - { type: llm-rubric, value: 'Is {{tone}}', threshold: 0.8 }
  - vars: { country: [Italy, France] }
    assert:
      - type: contains-any
        value: [Rome, 'P.ris']
  - file://more.csv
`;

const assertion = (kind: string, more: object = {}) => ({
  kind,
  isNot: false,
  ignoresCase: false,
  isWithin: false,
  ...more,
});
const one = (asserts: string, more = '') =>
  readPromptfoo(`prompts: Hi\ntests:\n  - assert:\n${asserts.replace(/^/gm, '      ')}\n${more}`);

describe('a configuration of promptfoo', () => {
  it('becomes cases with their assertions, and says what does not', () => {
    const { name, cases, leftOut } = readPromptfoo(example);
    expect(name).toBe('Capitals');
    expect(cases.map(({ messages }) => messages)).toEqual(
      ['Switzerland', 'Italy', 'France'].map((country) => [
        { role: ChatRole.USER, content: `What is the capital of ${country}?` },
      ]),
    );
    expect(cases[0]!.assertions).toEqual([
      assertion('response_time', { max: 5000 }),
      assertion('contains', { text: 'Bern', ignoresCase: true }),
      assertion('contains', { text: 'Switzerland', isNot: true }),
      assertion('judged', { text: 'Is short', min: 80 }),
    ]);
    expect(cases[2]!.assertions[1]).toEqual(assertion('matches', { text: 'Rome|P\\.ris' }));
    expect(leftOut).toEqual([
      { what: 'providers', reason: 'Who answers is chosen here.', count: 1 },
      { what: 'prompts: file://prompt.txt', reason: 'Files are not read.', count: 1 },
      { what: 'tests: file://more.csv', reason: 'Files are not read.', count: 1 },
      { what: 'assert javascript', reason: 'Code of a configuration is not run here.', count: 1 },
    ]);
  });

  it.each<[string, object[]]>([
    ['- { type: equals, value: 42 }', [assertion('equals', { text: '42' })]],
    ['- { type: not-regex, value: "\\\\d+" }', [assertion('matches', { text: '\\d+', isNot: true })]],
    ['- { type: starts-with, value: "A+" }', [assertion('matches', { text: '^A\\+' })]],
    [
      '- { type: contains-all, value: [a, b] }',
      [assertion('contains', { text: 'a' }), assertion('contains', { text: 'b' })],
    ],
    ['- type: is-json', [assertion('json')]],
    [
      '- { type: contains-json, value: { type: object } }',
      [assertion('json', { isWithin: true, text: '{"type":"object"}' })],
    ],
    ['- { type: cost, threshold: 0.01 }', [assertion('cost', { max: 0.01 })]],
    ['- { type: assert-set, assert: [{ type: contains, value: a }] }', [assertion('contains', { text: 'a' })]],
  ])('maps %s', (asserts, expected) => {
    expect(one(asserts)).toMatchObject({ cases: [{ assertions: expected }], leftOut: [] });
  });

  it.each([
    ['- { type: not-is-json }', 'assert not-is-json'],
    ['- { type: levenshtein, threshold: 3 }', 'assert levenshtein'],
    ['- { type: contains, value: file://a.txt }', 'assert contains'],
    ['- { type: is-json, value: file://a.json }', 'assert is-json'],
    ['- { type: contains, value: "{{ a | upper }}" }', 'assert contains'],
    ['- { type: contains, value: a, weight: 0 }', 'assert contains'],
    ['- { type: contains, value: a, transform: output.x }', 'assert contains'],
    ['- { type: cost }', 'assert cost'],
    ['- { type: assert-set, threshold: 0.5, assert: [] }', 'assert assert-set'],
  ])('says that %s does not map, and that nothing is left of the test', (asserts, what) => {
    const { cases, leftOut } = one(asserts);
    expect(cases).toEqual([]);
    expect(leftOut.map((gap) => gap.what)).toEqual([what, 'test']);
  });

  it('names every key that has no counterpart', () => {
    const { cases, leftOut } = one('- { type: contains, value: a, metric: m }', '    threshold: 0.5\nscenarios: []\n');
    expect(cases).toHaveLength(1);
    expect(leftOut.map(({ what }) => what)).toEqual(['scenarios', 'test: threshold', 'assert contains: metric']);
  });

  it('takes prompts of several messages, and no template beyond variables', () => {
    const chat = JSON.stringify([
      { role: 'system', content: 'Be {{tone}}.' },
      { role: 'user', content: 'Hi' },
    ]);
    const yaml = `prompts: ['${chat}', '{% if a %}b{% endif %}']\ntests: { vars: { tone: kind }, assert: [{ type: is-json }] }`;
    const { cases, leftOut } = readPromptfoo(yaml);
    expect(cases.map(({ messages }) => messages)).toEqual([
      [
        { role: ChatRole.SYSTEM, content: 'Be kind.' },
        { role: ChatRole.USER, content: 'Hi' },
      ],
    ]);
    expect(leftOut).toMatchObject([{ what: 'test', count: 1 }]);
  });

  it('refuses what is no YAML, what is too long, and what its aliases would blow up', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [now, before] of ['ba', 'cb', 'dc', 'ed'].map((pair) => [pair[0], pair[1]]))
      bomb.push(`${now}: &${now} [${Array(9).fill(`*${before}`).join(', ')}]`);
    for (const yaml of ['a: [', 'just text', bomb.join('\n'), `a: ${'x'.repeat(500_001)}`]) {
      expect(() => readPromptfoo(yaml)).toThrow('The configuration could not be read');
    }
  });

  it('takes no more cases than a suite has', () => {
    const countries = Array.from({ length: 60 }, (_each, nr) => `c${nr}`).join(', ');
    const { cases, leftOut } = readPromptfoo(
      `prompts: ['{{c}}', '{{c}}?']\ntests: [{ vars: { c: [${countries}] }, assert: [{ type: is-json }] }]`,
    );
    expect(cases).toHaveLength(100);
    expect(leftOut).toEqual([{ what: 'tests', reason: 'A suite has at most 100 cases.', count: 20 }]);
  });
});
