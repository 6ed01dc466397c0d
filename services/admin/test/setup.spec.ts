import { afterEach, describe, expect, it } from '@jest/globals';
import { PeopleServiceDefinition, Role, UsersServiceDefinition, type SignInFromIssuerRequest } from '@polylogue/proto';
import { callerToken, startSlice, testSigner, until, type RunningSlice } from '@polylogue/test-kit';
import { admin } from '../src/service.js';

const setupCode = 'maple-river-19';
const account = (name: string) => ({
  email: `${name}@example.org`,
  password: 'correct horse battery',
  firstName: name,
  lastName: 'Lovelace',
});
const wrong = { kind: 'forbidden', code: 'setup_code_wrong', issues: [{ path: 'setupCode' }] };
const asFirst = { role: Role.ADMIN, isApproved: true };
const asOther = { role: Role.USER, isApproved: false };

let slice: RunningSlice | undefined;
afterEach(() => slice?.close());

async function start(env: Record<string, string>, onLog?: (line: Record<string, unknown>) => void) {
  slice = await startSlice(admin, { env, onLog });
  return slice.client(UsersServiceDefinition);
}

describe('the first account', () => {
  it('of an installation that others reach needs the code, which later ones do not', async () => {
    const users = await start({ HOST: '0.0.0.0', SETUP_CODE: setupCode });
    expect(await users.getSetup({ isExposed: false })).toEqual({ needsCode: true });
    await expect(users.signUp(account('eve'))).rejects.toMatchObject(wrong);
    for (const guess of ['', 'maple-river-1', `${setupCode}9`, setupCode.toUpperCase()]) {
      await expect(users.signUp({ ...account('eve'), setupCode: guess })).rejects.toMatchObject(wrong);
    }
    expect(await users.signUp({ ...account('ada'), setupCode: ` ${setupCode} ` })).toMatchObject(asFirst);
    expect(await users.getSetup({ isExposed: true })).toEqual({ needsCode: false });
    expect(await users.signUp(account('eve'))).toMatchObject(asOther);
    expect(await users.signUp({ ...account('mallory'), setupCode })).toMatchObject(asOther);
  });

  it('is one, of many sign-ups with the code at once', async () => {
    const users = await start({ HOST: '0.0.0.0', SETUP_CODE: setupCode });
    const names = ['a', 'b', 'c', 'd'];
    const made = await Promise.all(names.map((name) => users.signUp({ ...account(name), setupCode })));
    expect(made.filter(({ role }) => role === Role.ADMIN)).toHaveLength(1);
  });

  it('cannot be made where others reach it and no code is set; the log says so', async () => {
    const lines: Record<string, unknown>[] = [];
    const users = await start({ HOST: '::' }, (line) => lines.push(line));
    await until(() => lines.some(({ msg }) => /SETUP_CODE is not set/.test(String(msg))));
    for (const guess of [undefined, '', 'x']) {
      const refused = users.signUp({ ...account('eve'), setupCode: guess });
      await expect(refused).rejects.toMatchObject({ kind: 'forbidden', code: 'setup_code_unset' });
    }
  });

  it('needs the code as well where only the gateway is reached by others', async () => {
    const users = await start({ SETUP_CODE: setupCode });
    await expect(users.signUp({ ...account('eve'), isExposed: true })).rejects.toMatchObject(wrong);
  });

  it('needs none on a machine of one’s own', async () => {
    const users = await start({});
    expect(await users.getSetup({ isExposed: false })).toEqual({ needsCode: false });
    expect(await users.getSetup({ isExposed: true })).toEqual({ needsCode: true });
    expect(await users.signUp(account('ada'))).toMatchObject(asFirst);
  });

  it('of an issuer is no administrator’s where others reach it, unless the operator named its e-mail', async () => {
    await start({ HOST: '0.0.0.0', ADMIN_EMAIL: 'boss@example.org' });
    const accounts = slice!.client(PeopleServiceDefinition);
    const issued = (subject: string): SignInFromIssuerRequest => ({
      issuer: 'https://issuer.example',
      subject,
      email: `${subject}@example.org`,
      firstName: subject,
      lastName: 'L',
    });
    expect(await accounts.signInFromIssuer(issued('eve'))).toMatchObject(asOther);
    expect(await accounts.signInFromIssuer(issued('boss'))).toMatchObject(asFirst);
  });
});

it('what the first account needs is answered to the gateway alone', async () => {
  const users = await start({});
  const asQuality = { callerToken: testSigner('quality').asService() };
  await expect(users.getSetup({ isExposed: true }, asQuality)).rejects.toMatchObject({ code: 'service_not_allowed' });
  const asUser = { callerToken: callerToken({ userId: 'ada' }) };
  expect(await users.getSetup({ isExposed: false }, asUser)).toEqual({ needsCode: false });
});
