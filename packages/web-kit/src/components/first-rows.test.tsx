import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useFirstRows } from './first-rows.js';

const before = window.matchMedia;
const isPhone = (matches: boolean) => {
  window.matchMedia = (() => ({ matches, addEventListener() {}, removeEventListener() {} })) as never;
};
afterEach(() => {
  cleanup();
  window.matchMedia = before;
});

function List({ length, total }: { length: number; total?: number }) {
  const { shown, showAll } = useFirstRows(
    Array.from({ length }, (_row, at) => at),
    total,
  );
  return (
    <main>
      <ul>
        {shown.map((at) => (
          <li key={at}>{at}</li>
        ))}
      </ul>
      {showAll}
    </main>
  );
}
const rows = () => document.querySelectorAll('main li').length;

it('a long list shows ten rows on a phone, and all on request', () => {
  isPhone(true);
  render(<List length={1200} />);
  expect(rows()).toBe(10);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 1,200' }));
  expect(rows()).toBe(1200);
  expect(screen.queryByRole('button')).toBeNull();
});

it('a page of a longer list says of how many it is', () => {
  isPhone(true);
  render(<List length={50} total={1200} />);
  fireEvent.click(screen.getByRole('button', { name: 'Show 50 of 1,200' }));
  expect(rows()).toBe(50);
});

it.each([
  ['of ten on a phone', true, 10],
  ['of twelve elsewhere', false, 12],
])('a list %s is whole', (_what, phone, length) => {
  isPhone(phone);
  render(<List length={length} />);
  expect(rows()).toBe(length);
  expect(screen.queryByRole('button')).toBeNull();
});
