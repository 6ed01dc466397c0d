import { beforeAll, describe, test } from '@jest/globals';
import type { Account } from '../src/account.js';
import { expectCleanInLooks } from '../src/axe.js';
import { shareScene } from '../src/scene.js';

// Each page with the heading that says it is there.
const signedOut = [
  ['/', /Polylogue/],
  ['/nowhere', /Page Not Found/],
  ['/api/login', /Sign in/],
] as const;
const signedIn = [
  ['/', /Dashboard/],
  ['/history', /History/],
  ['/ai-chat', /AI/],
  ['/quality-assessment', /Quality/],
  ['/saved-queries', /Quer/],
  ['/admin', /Admin|Settings/],
  ['/nowhere', /Page Not Found/],
] as const;
const scene = shareScene();
let account: Account;

beforeAll(async () => {
  account = await scene.signUp();
  // The dashboard is looked at with replies in it.
  const message = 'Write a table, a list and code.';
  const selectedAIs = ['demo-brief', 'demo-scribe'];
  for await (const { event } of scene.apiOf(account).send({ message, selectedAIs, mode: 'selective' })) {
    if (event === 'done') break;
  }
});

describe('a page fits, and axe finds nothing', () => {
  const look = async (path: string, heading: RegExp, who?: Account) => {
    const { page } = await scene.visit(who);
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor({ state: 'attached' });
    await expectCleanInLooks(page, `page-${who ? 'of-user' : 'signed-out'}${path.replaceAll('/', '-')}`);
  };

  test.each(signedOut)('signed out at %s', (path, heading) => look(path, heading));
  test.each(signedIn)('signed in at %s', (path, heading) => look(path, heading, account));
});
