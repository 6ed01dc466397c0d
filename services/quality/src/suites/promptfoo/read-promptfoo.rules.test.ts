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

  it('names as many kinds of what is left out as are shown, and counts the others together', () => {
    const files = Array.from({ length: 600 }, (_each, number) => `  - file://tests-${number}.csv`).join('\n');
    const { leftOut } = readPromptfoo(`prompts: [Hi]\ntests:\n${files}`);
    expect([leftOut.length, leftOut[0]?.what]).toEqual([500, 'tests: file://tests-0.csv']);
    expect(leftOut.at(-1)).toEqual({
      what: 'more',
      reason: 'There are 101 other kinds of what is left out.',
      count: 101,
    });
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

  it('refuses a map with a key twice, also a long one, and takes one that is merged with several', () => {
    const keys = Array.from({ length: 40_000 }, (_each, nr) => `k${nr}: 1\n`).join('');
    expect(() => readPromptfoo(`${keys}k39999: 1`)).toThrow('Map keys must be unique at line 40001, column 1:');
    expect(() => readPromptfoo('tests: [{ vars: { a: 1, a: 2 } }]')).toThrow('Map keys must be unique');
    const { cases } = readPromptfoo(
      'x: &x { assert: [{ type: is-json }] }\ny: &y { vars: { a: 1 } }\nprompts: "{{a}}"\ntests:\n  - <<: *x\n    <<: *y',
    );
    expect(cases).toMatchObject([{ messages: [{ content: '1' }], assertions: [{ kind: 'json' }] }]);
  });

  it('takes no more cases than a suite has', () => {
    const countries = Array.from({ length: 60 }, (_each, nr) => `c${nr}`).join(', ');
    const { cases, leftOut } = readPromptfoo(
      `prompts: ['{{c}}', '{{c}}?']\ntests: [{ vars: { c: [${countries}] }, assert: [{ type: is-json }] }]`,
    );
    expect(cases).toHaveLength(100);
    expect(leftOut).toEqual([{ what: 'tests', reason: 'A suite has at most 100 cases.', count: 20 }]);
  });

  // Together they would be more than memory holds.
  it('counts what a suite has no room for without making it', () => {
    const list = (length: number) => `[${Array.from({ length }, (_each, nr) => nr).join(', ')}]`;
    const read = (prompts: string, vars: string, tests = 1) =>
      readPromptfoo(
        `prompts: ${prompts}\ndefaultTest: { vars: { ${vars} }, assert: [{ type: is-json }, { type: python }] }\ntests: [${Array(tests).fill('{}').join(', ')}]`,
      );
    const prompts = `[${Array(20_000).fill('"{{c}}"').join(', ')}]`;
    const { cases, leftOut } = read(prompts, `c: ${list(100)}`, 1_000);
    expect(cases.map(({ messages }) => messages[0]!.content)).toEqual(Array(100).fill('0'));
    expect(leftOut).toEqual([
      { what: 'assert python', reason: 'Code of a configuration is not run here.', count: 2_000_000_000 },
      { what: 'tests', reason: 'A suite has at most 100 cases.', count: 1_999_999_900 },
    ]);
    const reason = 'The lists of a test stand for more than 100 cases; the test is left out.';
    const exploding = read('Hi', `a: ${list(100)}, b: ${list(20_000)}, c: ${list(20_000)}`);
    expect(exploding).toEqual({ name: undefined, cases: [], leftOut: [{ what: 'vars', reason, count: 1 }] });
  });

  it('fills in the sets of several lists one by one, with those of a test before those of all', () => {
    const { cases } = readPromptfoo(
      `prompts: ['{{a}}{{b}}', '{{c}}!']
defaultTest: { vars: { a: [1, 2], b: [3, 4], c: 5 } }
tests: [{ vars: { b: [6, 7], d: [8] }, assert: [{ type: is-json }] }]`,
    );
    const contents = cases.map(({ messages }) => messages[0]!.content);
    expect(contents).toEqual(['16', '5!', '17', '5!', '26', '5!', '27', '5!']);
  });

  it('fills in no more than it takes to see that a text is too long', () => {
    const much = Array(2_000).fill('{{long}}').join('');
    const { cases } = readPromptfoo(
      `prompts: '${much}'
tests:
  - vars: { long: ${'x'.repeat(400_000)} }
    assert: [{ type: contains, value: '${much}' }, { type: contains-any, value: ['${much}', '${much}'] }]`,
    );
    expect(cases[0]!.messages[0]!.content).toHaveLength(100_001);
    expect(cases[0]!.assertions.map(({ text }) => text!.length)).toEqual([4_001, 4_001]);
  });
});
