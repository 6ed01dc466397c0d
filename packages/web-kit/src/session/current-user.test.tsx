import { afterEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createQueryClient } from '../api/query-client.js';
import { currentUserKey } from '../api/current-user-key.js';
import { useCurrentUser } from './current-user.js';

const before = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = before;
  jest.restoreAllMocks();
});

const Name = () => <p>{useCurrentUser().user?.firstName}</p>;

it('is kept for five minutes, asked once, and not again when the window is focused', async () => {
  const asked = jest.fn<typeof fetch>(async () => Response.json({ firstName: 'Ada', role: 'user', isApproved: true }));
  globalThis.fetch = asked;
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Name />
    </QueryClientProvider>,
  );
  await screen.findByText('Ada');
  expect(asked).toHaveBeenCalledWith(
    currentUserKey[0],
    expect.objectContaining({ credentials: 'include', redirect: 'manual' }),
  );
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  // What other screens of this window ask for when it is focused is theirs.
  expect(asked.mock.calls.filter(([url]) => url === currentUserKey[0])).toHaveLength(1);
  const [query] = client.getQueryCache().findAll({ queryKey: currentUserKey });
  expect(query!.observers[0]!.options).toMatchObject({ staleTime: 300_000, retry: false, refetchOnWindowFocus: false });
});
