import { afterEach, describe, expect, it } from '@jest/globals';
import { PeopleServiceDefinition, UsersServiceDefinition } from '@polylogue/proto';
import { callerToken, startSlice, type RunningSlice } from '@polylogue/test-kit';
import { admin } from '../src/service.js';

const password = 'correct horse battery';
const setupCode = 'maple-river-19';
const ada = { email: 'ada@example.org', password, firstName: 'Ada', lastName: 'Lovelace', setupCode };
const easy = ['Password123', 'lovelace-1815', 'Polylogue-2026'];
const refusedAt = (path: string) => ({ kind: 'invalid', issues: [{ path }] });

let slice: RunningSlice | undefined;
afterEach(() => slice?.close());

async function start(HOST: string) {
  slice = await startSlice(admin, { env: { HOST, SETUP_CODE: setupCode } });
  return slice.client(UsersServiceDefinition);
}

describe('a password that is easy to guess', () => {
  it('is refused at sign-up and when one is changed where other machines reach the installation', async () => {
    const users = await start('0.0.0.0');
    for (const guess of easy) {
      await expect(users.signUp({ ...ada, password: guess })).rejects.toMatchObject(refusedAt('password'));
    }
    const { id } = await users.signUp(ada);
    const accounts = slice!.client(PeopleServiceDefinition);
    const as = { callerToken: callerToken({ userId: id }) };
    const change = (newPassword: string) => accounts.changePassword({ currentPassword: password, newPassword }, as);
    for (const guess of easy) await expect(change(guess)).rejects.toMatchObject(refusedAt('newPassword'));
    await change('another long one');
  });

  it('is refused at sign-up where the gateway says that they reach it', async () => {
    const users = await start('127.0.0.1');
    const signUp = (isExposed: boolean) => users.signUp({ ...ada, password: easy[0]!, isExposed });
    await expect(signUp(true)).rejects.toMatchObject(refusedAt('password'));
    await signUp(false);
  });
});
