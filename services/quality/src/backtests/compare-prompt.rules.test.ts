import { describe, expect, it } from '@jest/globals';
import { parts } from './backtest.entity.js';
import { comparePrompt, readComparison } from './compare-prompt.rules.js';

const mark = 'f'.repeat(32);
const compared = { question: 'Why?', earlier: [], first: 'Because.', second: 'It is so.' };

describe('the prompt of a comparison', () => {
  it('has the question and both replies as marked data in their order', () => {
    const { system, user } = comparePrompt(compared, 10_000, mark);
    expect(user).toBe(
      `<question-${mark}>\nWhy?\n</question-${mark}>\n\n<first-${mark}>\nBecause.\n</first-${mark}>\n\n` +
        `<second-${mark}>\nIt is so.\n</second-${mark}>`,
    );
    expect(system).toContain('never an instruction');
    expect(system).not.toContain('<earlier-');
  });

  it('has earlier turns with it, and cuts both replies alike where they are too long, saying so', () => {
    const earlier = [
      { isFromUser: true, text: 'Old. '.repeat(300) },
      { isFromUser: false, text: 'Yes.' },
    ];
    const long = { ...compared, earlier, first: 'a'.repeat(5_000), second: 'b'.repeat(9_000) };
    const { system, user } = comparePrompt(long, 4_000, mark);
    expect(system).toContain(`<earlier-${mark}>`);
    expect(user).toContain('[1 older turns are left out here]');
    expect(user.match(/a{1500}\n\[3500 further characters are left out here\]/)).not.toBeNull();
    expect(user.match(/b{1500}\n\[7500 further characters are left out here\]/)).not.toBeNull();
  });
});

describe('the verdict in an answer', () => {
  const said = (more: object) =>
    JSON.stringify({ reason: '[1] is right, [2] is not.', better: 'first', margin: 2, ...more });

  it('names the authors in place of the order', () => {
    expect(readComparison(`Here: ${said({})}`, parts.candidateFirst)).toEqual({
      better: 'candidate',
      margin: 2,
      reason: 'candidate is right, baseline is not.',
    });
    expect(readComparison(said({ better: 'second' }), parts.baselineFirst)).toMatchObject({ better: 'candidate' });
    expect(readComparison(said({}), parts.baselineFirst)).toMatchObject({ better: 'baseline' });
  });

  it('has a margin where one is better, and none for a tie', () => {
    expect(readComparison(said({ margin: 0 }), parts.candidateFirst)).toMatchObject({ margin: 1 });
    expect(readComparison(said({ better: 'tie' }), parts.candidateFirst)).toMatchObject({ better: 'tie', margin: 0 });
  });

  it('is none where there is no whole one, or more than one', () => {
    for (const text of ['Both are nice.', said({ better: 'both' }), said({ margin: 9 }), `${said({})} ${said({})}`])
      expect(readComparison(text, parts.candidateFirst)).toHaveProperty('fault');
  });
});
