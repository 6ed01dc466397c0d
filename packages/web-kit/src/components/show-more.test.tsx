import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ShowMore } from './show-more.js';

afterEach(cleanup);

let fetched = 0;
const listOf = (
  state: Partial<Record<'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError', boolean>> = {},
) => ({
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.resolve((fetched += 1)),
  ...state,
});

it('leads to the next page, and waits for it', () => {
  fetched = 0;
  const { rerender } = render(<ShowMore list={listOf()} label="Show earlier messages" />);
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  expect(fetched).toBe(1);
  rerender(<ShowMore list={listOf({ isFetchingNextPage: true, isFetchNextPageError: true })} />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading…' }).disabled).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the page could not be loaded, and is gone after the last one', () => {
  const { rerender } = render(<ShowMore list={listOf({ isFetchNextPageError: true })} />);
  expect(screen.getByRole('alert').textContent).toBe('The rest could not be loaded. Try again.');
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  rerender(<ShowMore list={listOf({ hasNextPage: false })} />);
  expect(screen.queryByRole('button')).toBeNull();
});
