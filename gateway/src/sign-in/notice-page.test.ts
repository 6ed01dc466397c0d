import { expect, it } from '@jest/globals';
import { noticePage } from './notice-page.js';

it('says what is wrong and where to go, as text, without a script', () => {
  const page = noticePage({ sentence: '<b>no</b>', returnTo: '/?a="b&c', offersLocal: true });
  expect(page).toContain('role="alert">&#60;b&#62;no');
  expect(page).toContain('href="/api/login?returnTo=%2F%3Fa%3D%22b%26c"');
  expect(page).toContain('Use a local account');
  expect(page).not.toMatch(/<script|<b>|\son\w+=|style=|https?:/);
  expect(noticePage({ sentence: 'x', returnTo: '/', offersLocal: false })).not.toContain('local account');
});
