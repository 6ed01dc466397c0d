import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort, startTestIssuer, type TestIssuer } from '@polylogue/test-kit';
import type { Page } from 'playwright-core';
import { expectCleanInLooks } from '../src/axe.js';
import { keepPicture, type Visitor } from '../src/browser.js';
import { setScene } from '../src/scene.js';

const claimsOf = (name: string, roles: string[]) => ({
  email: `${name}@issuer.test`,
  email_verified: true,
  given_name: name[0]!.toUpperCase() + name.slice(1),
  family_name: 'Issued',
  groups: roles,
});

describe('signing in with the organisation', () => {
  let issuer: TestIssuer;
  let visitor: Visitor;

  const scene = setScene(async (keep) => {
    const port = await freePort();
    issuer = keep(await startTestIssuer({ productUrl: `http://localhost:${port}` }));
    issuer.accounts.set('ada', claimsOf('ada', ['admins']));
    issuer.accounts.set('eve', claimsOf('eve', []));
    return {
      port,
      env: {
        PUBLIC_URL: `http://localhost:${port}`,
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: issuer.clientId,
        OIDC_CLIENT_SECRET: issuer.clientSecret,
        OIDC_SCOPE: 'openid profile email groups',
        OIDC_ADMIN_VALUES: 'admins',
        OIDC_APPROVED_VALUES: 'staff',
        OIDC_BREAK_GLASS: 'true',
      },
    };
  });

  beforeEach(async () => {
    visitor = await scene.visit();
  });

  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
  });

  /** Types a login on the issuer's page and consents to the requested claims. */
  async function passTheIssuer(page: Page, login: string) {
    await page.waitForURL(`${issuer.url}/**`);
    await page.locator('input[name="login"]').fill(login);
    await page.locator('input[name="password"]').fill('anything');
    await page.locator('button[type="submit"]').click();
    await page.getByText('Authorize').first().waitFor();
    await page.locator('button[type="submit"]').click();
  }

  test('leads through its pages and back to the page the user wanted, and signs out at both', async () => {
    const { page } = visitor;
    await page.goto('/history');
    await page.getByText('Sign In', { exact: true }).first().click();
    await passTheIssuer(page, 'ada');
    await page.waitForURL(`${scene.url}/history`);
    await page.getByText('No conversations found').waitFor();
    await page.goto('/admin');
    await page.getByRole('row').filter({ hasText: 'ada@issuer.test' }).waitFor();

    await page.goto('/');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${issuer.url}/session/end**`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${scene.url}/`);
    await page.getByText('Multi-AI Interface Platform').waitFor();
    await page.goto('/api/login');
    await page.locator('input[name="login"]').waitFor();
  });

  test('shows a user without a group why they must wait', async () => {
    const { page } = visitor;
    await page.goto('/api/login');
    await passTheIssuer(page, 'eve');
    await page.waitForURL(`${scene.url}/`);
    await page.goto('/admin');
    await page.getByText('Admin Access Required').waitFor();
    const me = await page.request.get('/api/auth/user');
    expect(await me.json()).toMatchObject({ role: 'user', isApproved: false, firstName: 'Eve' });
  });

  test('says on a page of its own why the sign-in failed', async () => {
    const { page } = visitor;
    await page.goto('/api/callback?code=made-up&state=made-up');
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await page.getByText('Please begin again.').waitFor();
    await keepPicture(page, 'not-signed-in');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.waitForURL(`${issuer.url}/**`);
  });

  const pages = [
    ['not-signed-in', '/api/callback?code=made-up&state=made-up', 'You are not signed in'],
    ['local-account', '/api/login?local', 'Sign in with a local account'],
  ] as const;

  test.each(pages)('shows a page that fits, and that axe finds nothing on: %s', async (name, path, heading) => {
    const { page, errors } = await scene.visit();
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expectCleanInLooks(page, name);
    expect(errors).toEqual([]);
  });
});
