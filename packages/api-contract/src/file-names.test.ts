import { expect, it } from '@jest/globals';
import { exportFileName } from './file-names.js';

it.each([
  ['conversations', '2025-07-01', 'md', 'polylogue-conversations-2025-07-01.md'],
  ['usage', '2026-03-01-to-2026-03-31', 'csv', 'polylogue-usage-2026-03-01-to-2026-03-31.csv'],
])('names a file of %s after the product, what is in it and the day', (what, days, format, name) => {
  expect(exportFileName(what, days, format)).toBe(name);
});
