import { beforeEach, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseTheme, themeChoice, themeKey, themeNow } from './theme-choice.js';

beforeEach(() => localStorage.clear());

it('follows the system until something is chosen', () => {
  expect([themeChoice(), themeNow()]).toEqual(['system', 'light']);
});

it('keeps a choice and shows it', () => {
  chooseTheme('dark');
  expect([themeChoice(), document.documentElement.dataset.theme]).toEqual(['dark', 'dark']);
  chooseTheme('system');
  expect([themeChoice(), document.documentElement.dataset.theme]).toEqual(['system', 'light']);
});

it('is kept where the script before the first paint reads it', () => {
  const script = readFileSync(join(import.meta.dirname, '../../../../shell/public/theme.js'), 'utf8');
  expect(script).toContain(`'${themeKey}'`);
});
