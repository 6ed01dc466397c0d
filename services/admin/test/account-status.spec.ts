import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ListPeopleRequest, Role, UserSort, type SignInFromIssuerRequest } from '@polylogue/proto';
import { Database, newContext, runInContext } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { AccountStatusRepository } from '../src/users/account-status.repository.js';
import { makeOperatorLink } from '../src/users/operator-link.js';
import { password, startAdmin, type AdminFixture } from './admin.fixture.js';

let admin: AdminFixture;
beforeAll(async () => void (admin = await startAdmin()));
afterAll(() => admin.close());

const page = (search: Parameters<typeof ListPeopleRequest.fromPartial>[0] = {}) =>
  admin.accounts.listPeople(ListPeopleRequest.fromPartial(search), admin.asBoss);
const actionsOn = async (id: string) =>
  (
    await admin.rows<{ action: string }>('SELECT action FROM admin.audit WHERE subject = $1 ORDER BY position', [id])
  ).map(({ action }) => action);

describe('the list of users', () => {
  it('is searched, sorted and paged, and says how many there are', async () => {
    for (const name of ['Zoe%', 'Anna', 'Bela_', 'Cem']) {
      await admin.users.signUp({
        email: `${name.replace(/\W/, '')}@list.test`,
        password,
        firstName: name,
        lastName: 'L',
      });
    }
    const names = async (search: Parameters<typeof page>[0]) =>
      (await page({ query: '@list.test', ...search })).people.map(({ user }) => user!.firstName);
    const ascending = true;
    expect(await names({ sort: UserSort.NAME, ascending })).toEqual(['Anna', 'Bela_', 'Cem', 'Zoe%']);
    expect(await names({ sort: UserSort.NAME, ascending, limit: 2, offset: 1 })).toEqual(['Bela_', 'Cem']);
    expect(await names({})).toEqual(['Cem', 'Bela_', 'Anna', 'Zoe%']);
    for (const sort of Object.values(UserSort).filter((each) => each !== UserSort.UNRECOGNIZED)) {
      expect((await names({ sort })).sort()).toEqual(['Anna', 'Bela_', 'Cem', 'Zoe%']);
    }
    expect((await page({ query: 'ANN' })).people[0]?.user?.email).toBe('anna@list.test');
    // The wildcards of LIKE are escaped.
    expect((await page({ query: '%' })).people.map(({ user }) => user!.firstName)).toEqual(['Zoe%']);
    expect((await page({ query: "'; DROP TABLE admin.users --" })).total).toBe(0);
    expect(await page({ query: '@list.test' })).toMatchObject({ total: 4, waiting: 4 });
  });
});

describe('names of users', () => {
  it('are answered to administrators, of those users who exist', async () => {
    const named = await admin.aUser('Named');
    const userIds = [named.id, '00000000-0000-0000-0000-000000000000', "'; --"];
    const { people } = await admin.accounts.namePeople({ userIds }, admin.asBoss);
    expect(people).toEqual([
      { userId: named.id, firstName: 'Named', lastName: 'Lovelace', email: 'named@example.org' },
    ]);
    const refused = admin.accounts.namePeople({ userIds }, admin.as(named));
    await expect(refused).rejects.toMatchObject({ kind: 'forbidden', code: 'admin_required' });
  });
});

describe('roles', () => {
  it('are given and taken by administrators, of whom one always stays', async () => {
    const { boss, asBoss, accounts } = admin;
    const last = accounts.setRole({ userId: boss.id, role: Role.USER }, asBoss);
    await expect(last).rejects.toMatchObject({ kind: 'conflict', code: 'last_admin' });
    await expect(accounts.erasePerson({ userId: boss.id }, asBoss)).rejects.toMatchObject({ code: 'last_admin' });
    const second = await admin.aUser();
    const promoted = await accounts.setRole({ userId: second.id, role: Role.ADMIN }, asBoss);
    expect(promoted).toMatchObject({ role: Role.ADMIN, isApproved: true });
    // Both at once: one of them stays.
    const both = await Promise.allSettled([
      accounts.setRole({ userId: boss.id, role: Role.USER }, admin.as(promoted)),
      accounts.setRole({ userId: second.id, role: Role.USER }, asBoss),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [{ admins }] = (await admin.rows<{ admins: number }>(
      `SELECT count(*)::int AS admins FROM admin.users WHERE role = 'admin'`,
    )) as [{ admins: number }];
    expect(admins).toBe(1);
    await admin.rows(`UPDATE admin.users SET role = CASE WHEN id = $1 THEN 'admin' ELSE 'user' END`, [boss.id]);
    expect(await actionsOn(second.id)).toContain('role_changed');
  });

  it('are changed by no other user', async () => {
    const eve = await admin.aUser();
    const asEve = admin.as(eve);
    const refused = { code: 'admin_required' };
    await expect(admin.accounts.setRole({ userId: eve.id, role: Role.ADMIN }, asEve)).rejects.toMatchObject(refused);
    await expect(admin.accounts.setBlocked({ userId: eve.id, isBlocked: false }, asEve)).rejects.toMatchObject(refused);
    await expect(admin.accounts.erasePerson({ userId: admin.boss.id }, asEve)).rejects.toMatchObject(refused);
    const asClaimed = admin.as({ id: eve.id, role: Role.ADMIN });
    await expect(admin.accounts.setRole({ userId: admin.boss.id, role: Role.USER }, asClaimed)).rejects.toBeDefined();
    expect(await admin.users.getAccess({ userId: admin.boss.id })).toMatchObject({ role: Role.ADMIN });
  });
});

describe('blocking and erasing', () => {
  it('shuts a user out, lets them in again, and is refused for one’s own account', async () => {
    const eve = await admin.aUser();
    expect(await admin.accounts.setBlocked({ userId: eve.id, isBlocked: true }, admin.asBoss)).toMatchObject({
      isBlocked: true,
    });
    await expect(admin.users.verifyPassword({ email: eve.email, password })).rejects.toMatchObject({
      code: 'account_blocked',
    });
    await admin.accounts.setBlocked({ userId: eve.id, isBlocked: false }, admin.asBoss);
    await expect(admin.users.verifyPassword({ email: eve.email, password })).resolves.toBeDefined();
    const oneself = admin.accounts.setBlocked({ userId: admin.boss.id, isBlocked: true }, admin.asBoss);
    await expect(oneself).rejects.toMatchObject({ code: 'not_on_yourself' });
    expect(await actionsOn(eve.id)).toEqual(['user_blocked', 'user_unblocked']);
  });

  it('erases the caller’s own account, and leaves no text of it', async () => {
    const eve = await admin.aUser('Everlasting');
    await admin.accounts.erasePerson({ userId: eve.id }, admin.as(eve));
    await expect(admin.users.getAccess({ userId: eve.id })).rejects.toMatchObject({ code: 'user_not_found' });
    const tables = await admin.rows<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_schema = 'admin' AND table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      expect(await admin.rows(`SELECT 1 FROM ${name} t WHERE t::text ILIKE '%everlasting%'`)).toEqual([]);
    }
    const gone = admin.accounts.erasePerson({ userId: eve.id }, admin.asBoss);
    await expect(gone).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('erases many activities in batches, and takes them from the counts of their days', async () => {
    const eve = await admin.aUser('Busy');
    const days = 'SELECT messages FROM admin.day_totals ORDER BY day';
    const before = await admin.rows(days);
    await admin.rows(
      `INSERT INTO admin.activities (user_id, activity_type, about, created_at)
       SELECT $1, 'message_sent', gen_random_uuid(), '2001-02-03' FROM generate_series(1, 12000)`,
      [eve.id],
    );
    await admin.rows(`INSERT INTO admin.day_totals (day, messages) VALUES ('2001-02-03', 12000)`);
    const repository = admin.slice.service.app.get(AccountStatusRepository, { strict: false });
    const batches = jest.spyOn(repository, 'eraseActivities');
    await admin.accounts.erasePerson({ userId: eve.id }, admin.asBoss);
    const erased = await Promise.all(batches.mock.results.map(({ value }) => value as Promise<number>));
    expect(erased).toEqual([5_000, 5_000, 2_000]);
    expect(await admin.rows(days)).toEqual([{ messages: 0 }, ...before]);
  });

  it('removes nothing of an account because an event says that it is erased', async () => {
    const eve = await admin.aUser();
    await admin.rows(
      `INSERT INTO admin.sessions (id, user_id, started_at, last_seen_at) VALUES (gen_random_uuid(), $1, now(), now())`,
      [eve.id],
    );
    await admin.publish('admin.user_erased.v1', { userId: eve.id });
    await until(async () => (await admin.slice.service.events.letters.count()) === 1, { what: 'the dead letter' });
    expect(await admin.rows('SELECT 1 FROM admin.sessions WHERE user_id = $1', [eve.id])).toHaveLength(1);
    await admin.accounts.erasePerson({ userId: eve.id }, admin.asBoss);
    const noted = () => admin.rows('SELECT 1 FROM admin.erasures WHERE person = $1', [eve.id]);
    await until(async () => (await noted()).length === 1, { what: 'the true erasure' });
  });
});

describe('passwords', () => {
  it('are changed with the current one only', async () => {
    const eve = await admin.aUser();
    const change = (currentPassword: string, newPassword: string) =>
      admin.accounts.changePassword({ currentPassword, newPassword }, admin.as(eve));
    await expect(change('wrong', 'another long one')).rejects.toMatchObject({ code: 'wrong_credentials' });
    await expect(change(password, 'short')).rejects.toMatchObject({ kind: 'invalid' });
    await change(password, 'another long one');
    await expect(admin.users.verifyPassword({ email: eve.email, password })).rejects.toBeDefined();
    await admin.users.verifyPassword({ email: eve.email, password: 'another long one' });
    const record = await admin.accounts.getOwnRecord({}, admin.as(eve));
    expect(record.user).toMatchObject({ id: eve.id, email: eve.email });
  });
});

describe('a link for a new password', () => {
  const linkFor = (user: { id: string }) => admin.accounts.createPasswordReset({ userId: user.id }, admin.asBoss);
  const use = (token: string, newPassword = 'another long one', isExposed?: boolean) =>
    admin.accounts.usePasswordReset({ token, newPassword, isExposed });
  const signIn = (email: string, typed: string) => admin.users.verifyPassword({ email, password: typed });
  const unknown = { kind: 'not_found', code: 'reset_link_unknown' };

  it('changes nothing until it is used, and then the password, once', async () => {
    const eve = await admin.aUser();
    const made = Date.now();
    const { token, expiresAt } = await linkFor(eve);
    expect(Math.abs(expiresAt!.getTime() - made - 24 * 60 * 60 * 1_000)).toBeLessThan(60_000);
    await signIn(eve.email, password);
    expect(await use(token)).toEqual({ userId: eve.id });
    await expect(signIn(eve.email, password)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await signIn(eve.email, 'another long one');
    await expect(use(token, 'a third long one')).rejects.toMatchObject(unknown);
    await expect(signIn(eve.email, 'a third long one')).rejects.toBeDefined();
    expect(await actionsOn(eve.id)).toEqual(['password_link_made', 'password_reset']);
  });

  it('is used by one of two at once', async () => {
    const eve = await admin.aUser();
    const { token } = await linkFor(eve);
    const wanted = ['the first of two', 'the second of two'];
    const both = await Promise.allSettled(wanted.map((each) => use(token, each)));
    const won = both.findIndex(({ status }) => status === 'fulfilled');
    expect(both[1 - won]).toMatchObject({ status: 'rejected', reason: unknown });
    await signIn(eve.email, wanted[won]!);
    expect(await actionsOn(eve.id)).toEqual(['password_link_made', 'password_reset']);
  });

  it('ends by the clock, with a later one, with a changed password, and with its user', async () => {
    const eve = await admin.aUser();
    const replaced = await linkFor(eve);
    const late = await linkFor(eve);
    await expect(use(replaced.token)).rejects.toMatchObject(unknown);
    await admin.rows(`UPDATE admin.password_resets SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
      eve.id,
    ]);
    await expect(use(late.token)).rejects.toMatchObject(unknown);
    const forgotten = await linkFor(eve);
    const change = { currentPassword: password, newPassword: 'remembered again' };
    await admin.accounts.changePassword(change, admin.as(eve));
    await expect(use(forgotten.token)).rejects.toMatchObject(unknown);
    const last = await linkFor(eve);
    await admin.accounts.erasePerson({ userId: eve.id }, admin.asBoss);
    await expect(use(last.token)).rejects.toMatchObject(unknown);
    await expect(linkFor(eve)).rejects.toMatchObject({ code: 'user_not_found' });
    for (const token of ['', 'x', `${'a'.repeat(43)}`, "' OR true --"]) {
      await expect(use(token)).rejects.toMatchObject(unknown);
    }
  });

  it('takes no weak password, and holds for a better one', async () => {
    const eve = await admin.aUser('Resetting');
    const { token } = await linkFor(eve);
    const issues = [expect.objectContaining({ path: 'newPassword' })];
    await expect(use(token, 'short')).rejects.toMatchObject({ kind: 'invalid', issues });
    await expect(use(token, '1234567890', true)).rejects.toMatchObject({ kind: 'invalid', issues });
    await expect(use(token, 'resettinglovelace', true)).rejects.toMatchObject({ kind: 'invalid', issues });
    await use(token, 'another long one', true);
  });

  it('is stored as a hash alone', async () => {
    const { token } = await linkFor(await admin.aUser());
    const tables = await admin.rows<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_schema = 'admin' AND table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      expect(await admin.rows(`SELECT 1 FROM ${name} t WHERE strpos(t::text, $1) > 0`, [token])).toEqual([]);
    }
  });

  it('lets in nobody who is blocked', async () => {
    const eve = await admin.aUser();
    const { token } = await linkFor(eve);
    await admin.accounts.setBlocked({ userId: eve.id, isBlocked: true }, admin.asBoss);
    await use(token);
    await expect(signIn(eve.email, 'another long one')).rejects.toMatchObject({ code: 'account_blocked' });
  });

  it('is made by who runs the installation for whom no administrator can, and that stands in the log', async () => {
    const eve = await admin.aUser();
    const database = admin.slice.service.app.get(Database, { strict: false });
    const { token, expiresAt } = await makeOperatorLink(database, ` ${eve.email.toUpperCase()}`);
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(await use(token)).toEqual({ userId: eve.id });
    await signIn(eve.email, 'another long one');
    const log = 'SELECT actor, action, details FROM admin.audit WHERE subject = $1 ORDER BY position';
    expect(await admin.rows(log, [eve.id])).toMatchObject([
      { actor: null, action: 'password_link_made', details: { by: 'operator' } },
      { actor: eve.id, action: 'password_reset' },
    ]);
    await expect(makeOperatorLink(database, 'nobody@example.org')).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('is made by administrators, for others with a password here', async () => {
    const eve = await admin.aUser();
    const mine = admin.accounts.createPasswordReset({ userId: eve.id }, admin.as(eve));
    await expect(mine).rejects.toMatchObject({ code: 'admin_required' });
    const claimed = admin.accounts.createPasswordReset(
      { userId: admin.boss.id },
      admin.as({ ...eve, role: Role.ADMIN }),
    );
    await expect(claimed).rejects.toMatchObject({ code: 'admin_required' });
    await expect(linkFor(admin.boss)).rejects.toMatchObject({ code: 'not_on_yourself' });
    await expect(linkFor({ id: 'nobody' })).rejects.toMatchObject({ code: 'user_not_found' });
    const issued = await admin.accounts.signInFromIssuer({
      issuer: 'https://issuer.test',
      subject: 'without a password',
      email: 'without@issuer.test',
      firstName: '',
      lastName: '',
    });
    await expect(linkFor(issued)).rejects.toMatchObject({ kind: 'conflict', code: 'no_password' });
    const listed = async (query: string) => (await page({ query })).people.map(({ hasPassword }) => hasPassword);
    expect([await listed('without@issuer.test'), await listed(eve.email)]).toEqual([[false], [true]]);
  });
});

describe('users of an issuer', () => {
  const issued = (claims: Partial<SignInFromIssuerRequest>): SignInFromIssuerRequest => ({
    issuer: 'https://issuer.test',
    subject: 'one',
    email: 'one@issuer.test',
    firstName: 'One',
    lastName: '',
    ...claims,
  });

  it('are known by issuer and subject, never by e-mail', async () => {
    const local = await admin.aUser('Twin');
    const first = await admin.accounts.signInFromIssuer(issued({ email: local.email }));
    expect(first).toMatchObject({ role: Role.USER, isApproved: false });
    expect(first.id).not.toBe(local.id);
    const renamed = await admin.accounts.signInFromIssuer(issued({ email: 'new@issuer.test' }));
    expect(renamed).toMatchObject({ id: first.id, email: 'new@issuer.test' });
    const other = await admin.accounts.signInFromIssuer(issued({ issuer: 'https://other.test' }));
    expect(other.id).not.toBe(first.id);
    await admin.users.verifyPassword({ email: local.email, password });
    const change = { currentPassword: 'x', newPassword: 'another long one' };
    await expect(admin.accounts.changePassword(change, admin.as(first))).rejects.toMatchObject({ code: 'no_password' });
  });

  it('get and lose the role the issuer decides', async () => {
    const claims = { subject: 'two', email: 'two@issuer.test' };
    const made = await admin.accounts.signInFromIssuer(issued({ ...claims, role: Role.ADMIN }));
    expect(made).toMatchObject({ role: Role.ADMIN, isApproved: true });
    const lost = await admin.accounts.signInFromIssuer(issued({ ...claims, role: Role.USER }));
    expect(lost).toMatchObject({ id: made.id, role: Role.USER });
  });

  it('get and lose the approval the issuer decides, and it is audited', async () => {
    const claims = { subject: 'three', email: 'three@issuer.test', role: Role.USER };
    const made = await admin.accounts.signInFromIssuer(issued({ ...claims, isApproved: true }));
    expect(made).toMatchObject({ isApproved: true });
    const lost = await admin.accounts.signInFromIssuer(issued({ ...claims, isApproved: false }));
    expect(lost).toMatchObject({ id: made.id, isApproved: false });
    expect(await actionsOn(made.id)).toEqual(['approval_changed']);
    await admin.accounts.setBlocked({ userId: made.id, isBlocked: true }, admin.asBoss);
    const shutOut = admin.accounts.signInFromIssuer(issued({ ...claims, isApproved: true }));
    await expect(shutOut).rejects.toMatchObject({ code: 'account_blocked' });
  });
});

describe('the audit log', () => {
  it('has who signed in and whose account was tried, from where, and never an e-mail', async () => {
    const { audit, asBoss } = admin;
    const eve = await admin.aUser();
    const address = '192.0.2.7';
    await audit.recordSignIn({ userId: eve.id, address, method: 'password' });
    await audit.recordSignIn({
      email: ` ${eve.email.toUpperCase()}`,
      code: 'wrong_credentials',
      address,
      method: 'password',
    });
    await audit.recordSignIn({ email: 'nobody@example.org', code: 'wrong_credentials', address, method: 'password' });
    const { entries } = await audit.listAuditEntries({ before: 0, limit: 3 }, asBoss);
    const failed = { action: 'sign_in_failed', actorId: undefined };
    expect(entries).toMatchObject([
      { ...failed, subjectId: undefined },
      { ...failed, subjectId: eve.id },
      { action: 'signed_in', actorId: eve.id, subjectId: eve.id },
    ]);
    expect(entries.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { address, method: 'password', code: 'wrong_credentials' },
      { address, method: 'password', code: 'wrong_credentials' },
      { address, method: 'password' },
    ]);
  });

  it('is whole, and shows where it is not', async () => {
    const { audit, asBoss } = admin;
    await audit.recordRefusal({ userId: admin.boss.id, route: 'POST /x', code: 'admin_required' });
    const eve = await admin.aUser();
    await audit.recordView({ userId: eve.id }, asBoss);
    expect(await actionsOn(eve.id)).toEqual(['conversations_viewed']);
    const { entries } = await audit.listAuditEntries({ before: 0, limit: 0 }, asBoss);
    expect(entries[0]).toMatchObject({ action: 'conversations_viewed', actorId: admin.boss.id, subjectId: eve.id });
    expect(await audit.verifyAudit({}, asBoss)).toMatchObject({ isWhole: true, entries: entries.length });
    await expect(audit.verifyAudit({}, admin.as(eve))).rejects.toMatchObject({ code: 'admin_required' });
    const at = entries.length - 1;
    await admin.rows('ALTER TABLE admin.audit DISABLE TRIGGER keep_audit');
    await admin.rows(`UPDATE admin.audit SET action = 'nothing' WHERE position = $1`, [at]);
    await admin.rows('ALTER TABLE admin.audit ENABLE TRIGGER keep_audit');
    expect(await audit.verifyAudit({}, asBoss)).toMatchObject({ isWhole: false, brokenAt: at });
  });

  it('is changed by no role, not even the owner', async () => {
    const refused = /append-only/;
    await expect(admin.rows(`UPDATE admin.audit SET action = 'x'`)).rejects.toThrow(refused);
    await expect(admin.rows('DELETE FROM admin.audit')).rejects.toThrow(refused);
    await expect(admin.rows('TRUNCATE admin.audit')).rejects.toThrow(refused);
  });
});

it('who changed an account, from which address, stands in the audit log', async () => {
  const { accounts, users, asBoss } = admin;
  const address = '203.0.113.7';
  const from = <T>(work: () => Promise<T>) => runInContext(newContext({ address }), work);
  const ada = await admin.aUser();
  const userId = ada.id;
  await from(() => users.approveUser({ userId }, asBoss));
  await from(() => accounts.setRole({ userId, role: Role.ADMIN }, asBoss));
  await from(() => accounts.setRole({ userId, role: Role.USER }, asBoss));
  await from(() => accounts.setBlocked({ userId, isBlocked: true }, asBoss));
  await from(() => accounts.setBlocked({ userId, isBlocked: false }, asBoss));
  const change = { currentPassword: password, newPassword: 'another horse battery' };
  await from(() => accounts.changePassword(change, admin.as(ada)));
  await from(() => accounts.erasePerson({ userId }, asBoss));
  const entries = await admin.rows('SELECT action, details FROM admin.audit WHERE subject = $1 ORDER BY position', [
    userId,
  ]);
  expect(entries).toEqual([
    { action: 'user_approved', details: { address } },
    { action: 'role_changed', details: { address, role: 'admin' } },
    { action: 'role_changed', details: { address, role: 'user' } },
    { action: 'user_blocked', details: { address } },
    { action: 'user_unblocked', details: { address } },
    { action: 'password_changed', details: { address } },
    { action: 'user_erased', details: { address } },
  ]);
});
