import { expect, it } from '@jest/globals';
import { exportFileName } from './export.rules.js';

it('names an export after the product and the day', () => {
  expect(exportFileName('polylogue', new Date(2025, 6, 1, 23, 59))).toBe('polylogue-conversations-2025-07-01.md');
});
