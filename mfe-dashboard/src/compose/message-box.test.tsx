import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { box, startDashboard, type } from '../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;
beforeEach(() => {
  localStorage.clear();
  dashboard = startDashboard();
});
afterEach(() => {
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

it('has four rows, and counts what is typed', async () => {
  expect((await box()).rows).toBe(4);
  await type('Hello');
  expect(await screen.findByText('5 characters')).toBeTruthy();
});
