import { afterEach, expect, it, jest } from '@jest/globals';
import { ErrorBoundary } from '@polylogue/web-kit';
import { renderScreen } from '@polylogue/web-kit/test';
import { cleanup, screen } from '@testing-library/react';
import { notLoaded } from './not-loaded.js';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function Missing(): never {
  throw new Error('Loading chunk 7 failed.');
}

it('says that a part of the page did not arrive, and closes what was opened', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const close = jest.fn();
  renderScreen(
    <ErrorBoundary fallback={() => null} onFault={notLoaded(close)}>
      <Missing />
    </ErrorBoundary>,
  );
  expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  expect(close).toHaveBeenCalledTimes(1);
});
