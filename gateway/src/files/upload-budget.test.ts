import { describe, expect, it } from '@jest/globals';
import { UploadBudget } from './upload-budget.js';

const megabytes = (count: number) => ({ headers: { 'content-length': String(count * 1024 * 1024) } });

describe('forms with files', () => {
  it('of one user are two at a time, when they are as large as can be', () => {
    const budget = new UploadBudget();
    const endFirst = budget.take('ada', megabytes(52));
    budget.take('ada', megabytes(52));
    expect(() => budget.take('ada', megabytes(1))).toThrow('Many files are being sent right now.');
    budget.take('bob', megabytes(1));
    endFirst();
    expect(budget.take('ada', megabytes(52))).toBeInstanceOf(Function);
  });

  it('of all users have a limit, and one that does not say how large it is counts as the largest', () => {
    const budget = new UploadBudget();
    for (const user of ['a', 'b']) for (const _twice of [1, 2]) budget.take(user, { headers: {} });
    expect(() => budget.take('c', { headers: {} })).toThrow('Many files');
    budget.take('c', megabytes(40));
  });

  it('cannot pretend to be small: less than nothing, or no number', () => {
    const budget = new UploadBudget();
    for (const length of ['-1000000000', 'many']) budget.take('ada', { headers: { 'content-length': length } });
    expect(() => budget.take('ada', megabytes(1))).toThrow('Many files');
  });
});
