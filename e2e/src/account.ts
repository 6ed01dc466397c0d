import type { BrowserContext } from 'playwright-core';

/** A user signed up by the API, with the cookie of the session. */
export interface Account {
  email: string;
  password: string;
  cookie: string;
}

let accounts = 0;

/** Signs a new user up through POST /api/signup. The first one of an installation is its administrator. */
export async function signUp(url: string, firstName = 'Ada'): Promise<Account> {
  const email = `${firstName.toLowerCase()}-${++accounts}-${process.pid}@example.test`;
  const password = 'correct horse battery';
  const answer = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, firstName, lastName: 'Lovelace' }),
    redirect: 'manual',
  });
  const cookie = answer.headers.getSetCookie().at(-1)?.split(';')[0];
  if (answer.status >= 400 || !cookie) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`);
  return { email, password, cookie };
}

/** Puts the account's session into a browser window. */
export async function actAs(context: BrowserContext, url: string, { cookie }: Account): Promise<void> {
  const [name, ...value] = cookie.split('=');
  await context.addCookies([{ name: name!, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' }]);
}
