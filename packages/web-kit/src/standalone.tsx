import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useRoutes } from './router.js';
import { createQueryClient } from './api/query-client.js';
import { StandaloneFrame } from './standalone-frame.js';
import type { Slice } from './slice/slice.js';
import { chooseTheme, themeChoice } from './theme/theme-choice.js';

/** Runs one slice alone, inside a plain frame, against the `/api` the development server passes on. */
export function startStandalone(name: string, slice: Slice): void {
  const routes = [{ path: '/', element: <StandaloneFrame name={name} />, children: slice.routes }];
  const Screens = () => useRoutes(routes);
  // In the shell a script does this before the first paint.
  chooseTheme(themeChoice());
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <Screens />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}
