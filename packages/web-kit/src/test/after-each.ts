// For the test files of all screens, by jest.config.mjs: they share one window and one copy of web-kit per worker.
import { afterEach } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { clearToasts } from '../toast/toast.js';

// What came after the last test of the file before.
clearToasts();

afterEach(() => {
  cleanup();
  clearToasts();
  // Rules of screens are tested without a window.
  globalThis.sessionStorage?.clear();
});
