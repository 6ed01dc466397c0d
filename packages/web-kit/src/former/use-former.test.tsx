import { afterEach, expect, it } from '@jest/globals';
import { listAnswerPresets } from '@polylogue/api-contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.js';
import { fakeApi, type FakeApi } from '../test/fake-api.js';
import { useFormer } from './use-former.js';

let api: FakeApi;
afterEach(() => {
  cleanup();
  api.restore();
});

const offered = [{ name: 'gpt' }];
const [deleted, newer] = ['gpt..dddddd', 'gpt..eeeeee'] as const;
const preset = {
  id: 'eeeeee',
  name: 'terse',
  settings: {},
  aiServices: ['gpt'],
  updatedAt: '2026-11-24T04:00:00.000Z',
};

it('reads the presets again for a variant that is missing since they were read', async () => {
  api = fakeApi([[listAnswerPresets, []]]);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(({ names }) => [...useFormer(names, offered)], {
    wrapper,
    initialProps: { names: [deleted] as string[] },
  });
  await waitFor(() => expect(result.current).toEqual([deleted]));
  api.answer(listAnswerPresets, [preset]);
  rerender({ names: [deleted, newer] });
  expect(result.current).toEqual([]);
  await waitFor(() => expect(result.current).toEqual([deleted]));
  // In another order the same are missing.
  rerender({ names: [newer, deleted] });
  expect(result.current).toEqual([deleted]);
  expect(api.callsOf(listAnswerPresets)).toHaveLength(2);
});
