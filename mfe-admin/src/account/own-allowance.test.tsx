import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getOwnAllowance, type OwnAllowance as Allowance } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { OwnAllowance } from './own-allowance.js';

const allowance = (fields: Partial<Allowance> = {}): Allowance => ({
  day: '2026-03-31',
  resetsAt: '2026-04-01T00:00:00Z',
  calls: 12,
  unpricedCalls: 0,
  exhausted: false,
  cost: { spent: 0.3, reserved: 0.2, budget: null, currency: 'USD' },
  tokens: { spent: 1200, reserved: 0, budget: null },
  ...fields,
});

describe('the usage of today', () => {
  let api: FakeApi | undefined;
  const show = (answer: Allowance | Response) => {
    api = fakeApi([[getOwnAllowance, answer]]);
    renderScreen(<OwnAllowance />);
  };
  afterEach(() => {
    cleanup();
    api?.restore();
    jest.restoreAllMocks();
  });

  it('is shown without a limit where there is none', async () => {
    show(allowance());
    expect(await screen.findByText('$0.50')).toBeTruthy();
    expect(screen.getByText('1,200')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is shown beside the budget', async () => {
    const cost = { spent: 0.3, reserved: 0.2, budget: 2.5, currency: 'USD' };
    show(allowance({ cost, unpricedCalls: 3, tokens: { spent: 5, reserved: 0, budget: 5 }, exhausted: true }));
    expect(await screen.findByText('$0.50 of $2.50')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Cost used today' }).getAttribute('value')).toBe('0.5');
    expect(screen.getByRole('progressbar', { name: 'Tokens used today' })).toBeTruthy();
    expect(screen.getByText('Your budget for today is used up.')).toBeTruthy();
    expect(screen.getByText('The cost of 3 calls is not known, and in no sum.')).toBeTruthy();
  });

  it('is unknown and not 0 where no call has a known cost', async () => {
    const cost = { spent: 0, reserved: 0, budget: null, currency: 'USD' };
    show(allowance({ cost, unpricedCalls: 1 }));
    expect(await screen.findByText('Unknown')).toBeTruthy();
    expect(screen.getByText('The cost of 1 call is not known, and in no sum.')).toBeTruthy();
  });

  it('says when it cannot be read, and is read again with Retry', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    show(Response.json({ error: 'No.' }, { status: 403 }));
    expect(await screen.findByText('Your usage could not be read.')).toBeTruthy();
    api!.answer(getOwnAllowance, allowance());
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('$0.50')).toBeTruthy();
    expect(screen.queryByText('Your usage could not be read.')).toBeNull();
  });
});
