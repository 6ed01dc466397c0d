import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Account } from '../src/account.js';
import { axeFindings, looks } from '../src/axe.js';
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
const worlds = looks.map(([width, theme]) => ({ theme, width }));
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

describe.each(worlds)('axe finds nothing in $theme at $width px', ({ theme, width }) => {
  const findings = async (path: string, heading: RegExp, who?: Account) => {
    const { page } = await scene.show(path, who, { theme, width });
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor({ state: 'attached' });
    return axeFindings(page);
  };

  test.each(signedOut)('signed out at %s', async (path, heading) => expect(await findings(path, heading)).toEqual([]));
  test.each(signedIn)('signed in at %s', async (path, heading) =>
    expect(await findings(path, heading, account)).toEqual([]),
  );
});
