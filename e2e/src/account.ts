import type { BrowserContext } from 'playwright-core';

/** A user signed up by the API, with the cookie of the session. */
export interface Account {
  email: string;
  password: string;
  cookie: string;
}

let accounts = 0;

/** Signs a new user up through POST /api/signup. The first one of an installation is its administrator. */
export function signUp(url: string, firstName = 'Ada'): Promise<Account> {
  const email = `${firstName.toLowerCase()}-${++accounts}-${process.pid}@example.test`;
  const password = 'correct horse battery';
  return signedUp(url, { email, password, firstName, lastName: 'Lovelace' });
}

type Credentials = Pick<Account, 'email' | 'password'>;

/** Signs up a user who is described whole. */
export const signedUp = (url: string, body: Credentials & { firstName: string; lastName: string }) =>
  accountOf(url, '/api/signup', body);

/** Signs a user in once more: the same account with a session of its own. */
export const signIn = (url: string, { email, password }: Credentials) =>
  accountOf(url, '/api/login', { email, password });

async function accountOf(url: string, path: string, body: Credentials): Promise<Account> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  const cookie = answer.headers.getSetCookie().at(-1)?.split(';')[0];
  if (answer.status >= 400 || !cookie) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return { email: body.email, password: body.password, cookie };
}

/** Puts the account's session into a browser window. */
export async function actAs(context: BrowserContext, url: string, { cookie }: Account): Promise<void> {
  const [name, ...value] = cookie.split('=');
  await context.addCookies([{ name: name!, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' }]);
}
