import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { startGateway, password, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
afterEach(() => gateway.close());

const message = 'The setup code is wrong.';
const codeWrong = () =>
  new AppError('forbidden', 'setup_code_wrong', message, { issues: [{ path: 'setupCode', message }] });
const anAccount = () => ({ email: `${randomUUID()}@example.org`, password, firstName: 'Ada', lastName: 'Lovelace' });
const signUp = (body: object) => gateway.ask('/api/signup', { method: 'POST', body });
const page = async () => (await gateway.ask('/api/login')).text();
const config = async () => (await gateway.ask('/api/config')).json();
const isRedisUp = async () => ((await (await gateway.ask('/readyz')).json()) as { redis: string }).redis === 'up';
const inSetup = () => gateway.upstreams.servers.admin.calls.filter(({ method }) => method === 'getSetup');

/** A gateway at every address, before its first account. */
async function openNew(env: Record<string, string> = {}) {
  gateway = await startGateway({ env: { HOST: '0.0.0.0', ...env } });
  const { users } = gateway.upstreams;
  const makeAccount = users.signUp!;
  users.getSetup = () => Promise.resolve({ needsCode: gateway.upstreams.accounts.size === 0 });
  users.signUp = (request, call) => {
    if (gateway.upstreams.accounts.size === 0 && request.setupCode !== 'maple-river-19') throw codeWrong();
    return makeAccount(request, call);
  };
}

describe('while the first account needs a code', () => {
  it('the page and the configuration require it, until the account is there', async () => {
    await openNew();
    expect(await config()).toMatchObject({ needsSetupCode: true });
    expect(await page()).toContain('name="setupCode"');
    const refused = await signUp({ ...anAccount(), setupCode: 'guess' });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: message,
      code: 'setup_code_wrong',
      issues: [{ path: 'setupCode', message }],
    });
    const { signIns } = gateway.upstreams.panel;
    expect(await until(() => signIns.at(-1))).toMatchObject({ code: 'setup_code_wrong', method: 'sign_up' });
    expect((await signUp({ ...anAccount(), setupCode: 'maple-river-19' })).status).toBe(201);
    expect(await config()).not.toHaveProperty('needsSetupCode');
    expect(await page()).not.toContain('setupCode');
    expect((await signUp(anAccount())).status).toBe(201);
  });

  it('a form that was refused comes back with the field and the sentence', async () => {
    await openNew();
    const body = new URLSearchParams({ ...anAccount(), setupCode: 'guess' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await gateway.ask('/api/signup', { method: 'POST', body, headers });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(`<p class="fault" id="sign-up-setupCode-fault">${message}</p>`);
  });

  it('tries are counted for the code, whatever e-mail they come with', async () => {
    await openNew({ SIGN_IN_TRIES: '3', EVENTS_PREFIX: `setup_${randomUUID().slice(0, 8)}` });
    // Tries before that would be counted in the process.
    await until(isRedisUp, { what: 'Redis' });
    const guess = async () => (await signUp({ ...anAccount(), setupCode: 'guess' })).status;
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([403, 403, 403, 429]);
  });
});

it('admin learns whether others reach the gateway, and is called no more once there is an account', async () => {
  await openNew();
  await signUp({ ...anAccount(), setupCode: 'maple-river-19' });
  for (let times = 0; times < 3; times += 1) await config();
  expect(inSetup().map(({ request }) => request)).toEqual([{ isExposed: true }]);
  await gateway.close();
  gateway = await startGateway();
  await config();
  expect(inSetup().map(({ request }) => request)).toEqual([{ isExposed: false }]);
});

it('the page opens while admin is away', async () => {
  gateway = await startGateway();
  gateway.upstreams.users.getSetup = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
  expect(await page()).not.toContain('setupCode');
  expect(await config()).toMatchObject({ auth: 'local' });
});
