import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { listAiServices } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { firstView, type HistoryView } from '../history-view.rules.js';
import { Toolbar } from './toolbar.js';

let api: FakeApi;
let asked: string[];
beforeEach(() => {
  api = fakeApi([[listAiServices, []]]);
  asked = [];
});
afterEach(() => {
  api.restore();
  history.replaceState(null, '', '/');
});

/** A screen whose address follows when the test says so. */
function Screen() {
  const [q, setQ] = useState('');
  const onView = (change: Partial<HistoryView>) => asked.push(change.q!);
  return (
    <>
      <input aria-label="Address" value={q} onChange={({ target }) => setQ(target.value)} />
      <Toolbar view={{ ...firstView, q }} onView={onView} />
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const arrive = (q: string) => fireEvent.change(screen.getByLabelText('Address'), { target: { value: q } });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const search = (value: string) => {
  type(value);
  fireEvent.keyDown(box(), { key: 'Enter' });
};

it('keeps what is typed while what it asked for arrives, late and one after another', () => {
  renderScreen(<Screen />);
  search('a');
  search('ab');
  type('abc');
  for (const q of ['a', 'ab']) {
    arrive(q);
    expect(box().value).toBe('abc');
  }
  search('abc');
  arrive('abc');
  expect(asked).toEqual(['a', 'ab', 'abc']);
});

it('follows the address where it says something else, also while one types', () => {
  renderScreen(<Screen />);
  search('a');
  arrive('a');
  type('ab');
  arrive('');
  expect(box().value).toBe('');
  // As typed before, but now by a link.
  arrive('a');
  expect(box().value).toBe('a');
});

it('follows Back also before the address has followed what was sent', () => {
  renderScreen(<Screen />);
  search('a');
  arrive('a');
  search('ab');
  history.replaceState(null, '', '?q=a');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  expect(box().value).toBe('a');
  type('abc');
  expect(box().value).toBe('abc');
});
