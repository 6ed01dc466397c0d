import { expect, it } from '@jest/globals';
import { shareScene } from '../src/scene.js';

const scene = shareScene();

it('the browser makes neither markup nor scripts of a text, but for style sheets and our own chunks', async () => {
  const { page, errors } = await scene.visit();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Polylogue' }).waitFor();
  expect(errors).toEqual([]);
  const outcomes = await page.evaluate(() => {
    const outcomeOf = (work: () => void) => {
      try {
        work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      markup: outcomeOf(() => (document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">')),
      foreignScript: outcomeOf(() => (document.createElement('script').src = 'https://elsewhere.example/x.js')),
      dataScript: outcomeOf(() => (document.createElement('script').src = 'data:text/javascript,alert(1)')),
      styleSheet: outcomeOf(() => (document.createElement('style').innerHTML = 'a > b { color: red }')),
      ownScript: outcomeOf(() => (document.createElement('script').src = '/theme.js')),
    };
  });
  expect(outcomes).toEqual({
    markup: 'TypeError',
    foreignScript: 'TypeError',
    dataScript: 'TypeError',
    styleSheet: 'done',
    ownScript: 'done',
  });
});
