import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { getCurrentUser } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { fireEvent, screen } from '@testing-library/react';
import { useDraft } from './draft.state.js';

const user = { id: 'u1', email: 'a@example.org', firstName: 'Ada', lastName: 'L', role: 'user', isApproved: true };
let api: FakeApi;

beforeEach(() => {
  localStorage.clear();
  api = fakeApi([[getCurrentUser, user]]);
});
afterEach(() => api.restore());

function Box() {
  const [draft, , clear] = useDraft();
  return <button onClick={() => clear('A long thought')}>{draft || 'empty'}</button>;
}

it('shows at once that what was kept of an earlier visit has been sent', async () => {
  localStorage.setItem('polylogue-draft-u1', 'A long thought');
  renderScreen(<Box />);
  fireEvent.click(await screen.findByText('A long thought'));
  expect(screen.getByText('empty')).toBeTruthy();
  expect(localStorage).toHaveLength(0);
});

it('keeps what was typed on meanwhile', async () => {
  localStorage.setItem('polylogue-draft-u1', 'A long thought, and more');
  renderScreen(<Box />);
  fireEvent.click(await screen.findByText('A long thought, and more'));
  expect(screen.getByText('A long thought, and more')).toBeTruthy();
  expect(localStorage).toHaveLength(1);
});
