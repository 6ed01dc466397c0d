import { StyleProvider, type StyleProviderProps } from '@ant-design/cssinjs';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, type RenderResult } from '@testing-library/react';
import { Suspense, type ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { createQueryClient } from '../api/query-client.js';
import { HeaderSlotPlace, HeaderSlotProvider } from '../slice/header-slot.js';
import { Toaster } from '../toast/toaster.js';

// A test waits for what it expects; on a busy machine loading a lazy part takes more than the usual second.
configure({ asyncUtilTimeout: 30_000 });

const hiding = new Set(['display', 'visibility', 'pointerEvents']);
/**
 * Of antd's rules those that hide something, which is what tests see of them: jsdom tries every rule on an element each time
 * it is asked whether that is hidden.
 */
const onlyHiding: StyleProviderProps['transformers'] = [
  {
    visit: (rule) =>
      Object.fromEntries(
        Object.entries(rule).filter(
          ([name, value]) =>
            hiding.has(name) || (typeof value === 'object' && value !== null && !('_skip_check_' in value)),
        ),
      ),
  },
];

/** Renders one screen as the shell would: cache, router, header place, toasts. */
export function renderScreen(
  screen: ReactElement | RouteObject[],
  { at = '/', path = '*' }: { at?: string; path?: string } = {},
): RenderResult & { router: ReturnType<typeof createMemoryRouter> } {
  const routes = Array.isArray(screen) ? screen : [{ path, element: screen }];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  // The same rules, without their waiting.
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  const rendered = render(
    <StyleProvider transformers={onlyHiding}>
      <QueryClientProvider client={client}>
        <HeaderSlotProvider>
          <HeaderSlotPlace />
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
          <Toaster />
        </HeaderSlotProvider>
      </QueryClientProvider>
    </StyleProvider>,
  );
  return Object.assign(rendered, { router });
}
