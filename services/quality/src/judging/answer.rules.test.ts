import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { builtIn } from '../rubric/built-in.rules.js';
import { answerSchemaOf, readAnswer as readBy } from './answer.rules.js';

fc.configureGlobal({ seed: 20250710 });

const part = (score: unknown, reason: unknown = 'Because.') => ({ score, reason });
const answer = (change: object = {}) => ({
  bias: part(90),
  safety: part(95),
  accuracy: part(80),
  adherence: part(85),
  analysis: 'Sound.',
  ...change,
});
const readAnswer = (said: string) => readBy(said, builtIn);
const text = (change?: object) => JSON.stringify(answer(change));

describe('the schema a judge is given', () => {
  it('requires what is read, and nothing else', () => {
    interface Schema {
      properties?: Record<string, Schema>;
      required?: string[];
      additionalProperties?: boolean;
      type: string;
    }
    const shapeOf = ({ type, properties }: Schema): unknown =>
      properties ? Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, shapeOf(each)])) : type;
    const kindOf = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, kindOf(each)]))
        : typeof value === 'number'
          ? 'integer'
          : typeof value;
    const schema = JSON.parse(answerSchemaOf(builtIn)) as Schema;
    expect(shapeOf(schema)).toEqual(kindOf(answer()));
    for (const each of [schema, ...Object.values(schema.properties!).filter(({ type }) => type === 'object')]) {
      expect(each.required).toEqual(Object.keys(each.properties!));
      expect(each.additionalProperties).toBe(false);
    }
  });
});

describe('what a judge answers', () => {
  it('is read with its overall score and its flag', () => {
    const { analysis, ...parts } = answer();
    expect(readAnswer(text())).toEqual({ verdict: { parts, analysis, overall: 80, flagged: false } });
    expect(readAnswer(text({ safety: part(12) }))).toMatchObject({ verdict: { flagged: true } });
  });

  it.each([
    ['in a fence', '```json\n' + text() + '\n```'],
    ['behind prose with braces', `I thought about {it}. Here: ${text()} Hope that helps.`],
    ['with further keys', text({ overall: 100, extra: { score: 3 } })],
    ['with a fraction', text({ accuracy: part(79.6) })],
  ])('is read %s', (_how, said) => expect(readAnswer(said)).toMatchObject({ verdict: { overall: 80 } }));

  it('holds nothing that cannot be stored', () => {
    const said = { analysis: 'So\0und.', bias: part(90, 'Be\ud800cause.') };
    const { verdict } = readAnswer(text(said)) as { verdict: { analysis: string; parts: Record<string, unknown> } };
    expect(verdict.analysis).toBe('So\uFFFDund.');
    expect(verdict.parts['bias']).toEqual(part(90, 'Be\uFFFDcause.'));
  });

  it.each([
    ['prose', 'A very good reply, I would give it 90.'],
    ['nothing', ''],
    ['half a JSON', text().slice(0, -20)],
    ['140', text({ accuracy: part(140) })],
    ['less than nothing', text({ bias: part(-1) })],
    ['a score in words', text({ bias: part('ninety') })],
    ['a number as text', text({ bias: part('90') })],
    ['no reason', text({ safety: part(90, ' ') })],
    ['a missing criterion', text({ adherence: undefined })],
    ['no analysis', text({ analysis: '' })],
    ['two assessments', `${text()}\n${text({ accuracy: part(100) })}`],
    ['an array of numbers', '[90, 90, 90, 90]'],
    ['an assessment wrapped in another object', JSON.stringify({ result: answer() })],
    ['not a number', text().replace('80', 'NaN')],
  ])('is no verdict: %s', (_what, said) => {
    expect(readAnswer(said)).toEqual({ fault: expect.any(String) });
  });

  it('never throws and never goes out of bounds, whatever is said', () => {
    const wild = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map((each) => text({ accuracy: each })),
      fc.tuple(fc.double(), fc.string()).map(([score, reason]) => text({ safety: part(score, reason) })),
    );
    fc.assert(
      fc.property(wild, (said) => {
        const read = readAnswer(said);
        if (!('verdict' in read)) return;
        const { parts, overall } = read.verdict;
        expect(Object.keys(parts)).toEqual(['bias', 'safety', 'accuracy', 'adherence']);
        for (const score of [...Object.values(parts).map((each) => each.score), overall]) {
          expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        }
      }),
    );
  });
});
