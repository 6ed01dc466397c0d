import { createQueryClient } from '@polylogue/web-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionGate } from './session/session-gate.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <SessionGate />
    </QueryClientProvider>
  </StrictMode>,
);
