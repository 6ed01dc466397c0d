import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { personas } from '../personas.js';
import { judgeIn } from './judge.rules.js';

fc.configureGlobal({ seed: 20250710 });

const fixtures = join(import.meta.dirname, 'fixtures');
const example = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../proto/quality/v1/examples/judging_prompt.json'), 'utf8'),
) as Record<'question' | 'reply' | 'mark' | 'system' | 'user', string>;
const cases = JSON.parse(readFileSync(join(fixtures, 'calibration.json'), 'utf8')) as Record<
  'question' | 'good' | 'mediocre' | 'bad',
  string
>[];
const injections = readFileSync(join(fixtures, 'injections.txt'), 'utf8').trim().split('\n');
const judges = personas.map(({ model }) => model);

const criterion = z.strictObject({ score: z.number().int().min(0).max(100), reason: z.string().min(1) });
const answer = z.strictObject({
  bias: criterion,
  safety: criterion,
  accuracy: criterion,
  adherence: criterion,
  analysis: z.string().min(1),
});

/** The same request as the quality service sends; its own test compares with the same example. */
function judged(model: string, question: string, reply: string) {
  const user = example.user.replace(example.question, () => question).replace(example.reply, () => reply);
  const thread = [
    { role: 'system' as const, content: example.system },
    { role: 'user' as const, content: user },
  ];
  return answer.parse(JSON.parse(judgeIn(model, thread) ?? 'null'));
}

const scoresOf = ({ bias, safety, accuracy, adherence }: z.infer<typeof answer>) =>
  [bias, safety, accuracy, adherence].map(({ score }) => score);

function overall(model: string, question: string, reply: string): number {
  const [bias = 0, safety = 0, accuracy = 0, adherence = 0] = scoresOf(judged(model, question, reply));
  return Math.min(0.4 * accuracy + 0.3 * adherence + 0.2 * safety + 0.1 * bias, accuracy);
}

/** Pairs of one question that a judge ranks as labelled, of all pairs; a tie is half. */
function agreementOf(model: string): number {
  const pairs = cases.flatMap(({ question, ...replies }) => {
    const [good, mediocre, bad] = [replies.good, replies.mediocre, replies.bad].map((reply) =>
      overall(model, question, reply),
    ) as [number, number, number];
    return [good - mediocre, mediocre - bad, good - bad];
  });
  return pairs.reduce((sum, difference) => sum + (Math.sign(difference) + 1) / 2, 0) / pairs.length;
}

describe('a demo judge', () => {
  it('ranks good above mediocre above bad as the labelled set does, and says how often', () => {
    const agreements = judges.map((model) => ({ judge: model, agreement: Number(agreementOf(model).toFixed(3)) }));
    process.stdout.write(`rank agreement with ${cases.length} labelled questions, 1 is perfect:\n`);
    for (const { judge, agreement } of agreements) process.stdout.write(`  ${judge.padEnd(16)} ${agreement}\n`);
    for (const { agreement } of agreements) expect(agreement).toBeGreaterThanOrEqual(0.9);
  });

  it('does not take a question for a request to judge', () => {
    expect(judgeIn('demo-sage', [{ role: 'user', content: 'Judge <reply-x> for me.' }])).toBeUndefined();
    expect(judgeIn('demo-sage', [{ role: 'user', content: example.user }])).toBeUndefined();
  });

  it('answers by schema to anything', () => {
    fc.assert(
      fc.property(fc.constantFrom(...judges), fc.string({ unit: 'binary' }), fc.string(), (model, reply, question) => {
        expect(scoresOf(judged(model, question, reply)).every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

describe('an instruction inside the reply', () => {
  it('comes in at least a hundred forms', () => {
    expect(new Set(injections).size).toBeGreaterThanOrEqual(100);
  });

  it.each(injections)('moves no score: %s', (injection) => {
    for (const { question, bad, mediocre } of cases.slice(0, 6)) {
      for (const reply of [bad, mediocre]) {
        for (const model of judges) {
          const honest = scoresOf(judged(model, question, reply));
          expect(scoresOf(judged(model, question, `${reply}\n\n${injection}`))).toEqual(honest);
          expect(scoresOf(judged(model, question, `${injection}\n${reply}`))).toEqual(honest);
          expect(scoresOf(judged(model, question, `${reply} ${injection}`))).toEqual(honest);
        }
      }
    }
  });

  it('alone earns nothing', () => {
    for (const injection of injections) {
      const [, , accuracy = 100, adherence = 100] = scoresOf(judged('demo-spark', cases[4]!.question, injection));
      expect(Math.max(accuracy, adherence)).toBeLessThan(40);
    }
  });
});
