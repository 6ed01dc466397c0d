import { afterEach, expect, it, jest } from '@jest/globals';
import { accentsOf } from '@polylogue/web-kit';
import { cleanup, screen } from '@testing-library/react';
import { panel, startDashboard, threeServices } from '../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;
afterEach(() => {
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

it('is in the colour of its service', async () => {
  const services = threeServices().map((service, at) => ({
    ...service,
    color: ['#10a37f', '#d97757', '#4285f4'][at]!,
  }));
  dashboard = startDashboard({ services });
  await screen.findByText('3 AI services available');
  const shown = ['ChatGPT', 'Claude', 'Painter'].map((name) => panel(name).style.getPropertyValue('--a-light'));
  const accents = accentsOf(services);
  expect(shown).toEqual(services.map(({ name }) => accents.get(name)!.light));
  expect(new Set(shown).size).toBe(3);
});
