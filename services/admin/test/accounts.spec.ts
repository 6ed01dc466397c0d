import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Role, UsersServiceDefinition, type User } from '@polylogue/proto';
import { OldChangesCron, type GrpcClient } from '@polylogue/service-kit';
import { callerToken, startSlice, testSigner, type RunningSlice } from '@polylogue/test-kit';
import { admin } from '../src/service.js';

let slice: RunningSlice;
let users: GrpcClient<typeof UsersServiceDefinition>;
let owner: pg.Client;
/** The first account, which is the administrator's. */
let first: User;

const password = 'correct horse battery';
const account = (email: string) => ({ email, password, firstName: 'Ada', lastName: 'Lovelace' });
const hashOf = async (email: string) =>
  (await owner.query<{ password_hash: string }>('SELECT password_hash FROM admin.users WHERE email = $1', [email]))
    .rows[0]?.password_hash;

beforeAll(async () => {
  slice = await startSlice(admin, { env: { ADMIN_EMAIL: 'Boss@example.org' } });
  users = slice.client(UsersServiceDefinition);
  owner = new pg.Client({ connectionString: slice.database.adminUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await slice.close();
});

describe('accounts', () => {
  it('makes exactly one of many simultaneous first accounts the admin', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_each, index) => users.signUp(account(`first${index}@example.org`))),
    );
    const admins = made.filter(({ role }) => role === Role.ADMIN);
    expect(admins).toHaveLength(1);
    first = admins[0]!;
    expect(made.filter(({ isApproved }) => isApproved)).toHaveLength(1);
  });

  it('makes no other account an admin, not even one with the configured e-mail', async () => {
    expect(await users.signUp(account('BOSS@example.org'))).toMatchObject({ role: Role.USER, isApproved: false });
    expect(await users.signUp(account('eve@example.org'))).toMatchObject({ role: Role.USER, isApproved: false });
  });

  it('takes an e-mail once, however it is typed', async () => {
    await users.signUp(account('once@example.org'));
    await expect(users.signUp(account(' ONCE@Example.org'))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'email_taken',
      issues: [{ path: 'email' }],
    });
    const both = await Promise.allSettled([
      users.signUp(account('race@example.org')),
      users.signUp(account('race@example.org')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses a weak password and a bad address with issues', async () => {
    await expect(users.signUp({ ...account('no'), password: 'short' })).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: 'email' }, { path: 'password' }],
    });
  });

  it('keeps the password as argon2id and nowhere else', async () => {
    await users.signUp(account('hashed@example.org'));
    expect(await hashOf('hashed@example.org')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('verifies a password and notes when', async () => {
    const made = await users.signUp(account('sign@example.org'));
    const signed = await users.verifyPassword({ email: ' Sign@example.org ', password });
    expect(signed.id).toBe(made.id);
    expect(signed.lastLoginAt!.getTime()).toBeGreaterThanOrEqual(made.lastLoginAt!.getTime());
  });

  it('answers alike for an unknown e-mail and a wrong password', async () => {
    const answer = (email: string, wrong: string) =>
      users
        .verifyPassword({ email, password: wrong })
        .catch(({ kind, code, message }) => ({ kind, code, message }) as unknown);
    expect(await answer('sign@example.org', 'something else')).toEqual(
      await answer('nobody@example.org', 'something else'),
    );
    expect(await answer('nobody@example.org', 'the password of nobody')).toMatchObject({ code: 'wrong_credentials' });
  });

  it('replaces a hash made with older parameters when its password comes by', async () => {
    const { id } = await users.signUp(account('old@example.org'));
    const old = await hash(password, { algorithm: 2, memoryCost: 4096, timeCost: 1, parallelism: 1 });
    await owner.query('UPDATE admin.users SET password_hash = $1 WHERE id = $2', [old, id]);
    await users.verifyPassword({ email: 'old@example.org', password });
    expect(await hashOf('old@example.org')).toMatch(/m=19456,t=2,p=1/);
    await expect(users.verifyPassword({ email: 'old@example.org', password })).resolves.toMatchObject({ id });
  });

  it('refuses the sign-in of a blocked user', async () => {
    const { id } = await users.signUp(account('blocked@example.org'));
    await owner.query('UPDATE admin.users SET is_blocked = true WHERE id = $1', [id]);
    await expect(users.verifyPassword({ email: 'blocked@example.org', password })).rejects.toMatchObject({
      code: 'account_blocked',
    });
    expect(await users.getAccess({ userId: id })).toMatchObject({ isBlocked: true });
  });

  it('answers nothing of this to another service', async () => {
    const asConversation = { callerToken: testSigner('conversation').asService() };
    const refused = { kind: 'forbidden', code: 'service_not_allowed' };
    await expect(users.signUp(account('x@example.org'), asConversation)).rejects.toMatchObject(refused);
    await expect(users.verifyPassword({ email: 'x@example.org', password }, asConversation)).rejects.toMatchObject(
      refused,
    );
  });

  it('says which users may not spend: blocked, not approved, erased or never there', async () => {
    const asConversation = { callerToken: testSigner('conversation').asService() };
    const [fine, blocked, waiting] = await Promise.all(
      ['fine', 'blocked', 'waiting'].map((name) => users.signUp(account(`${name}.spender@example.org`))),
    );
    await owner.query('UPDATE admin.users SET is_approved = true WHERE id = ANY($1::uuid[])', [
      [fine!.id, blocked!.id],
    ]);
    await owner.query('UPDATE admin.users SET is_blocked = true WHERE id = $1', [blocked!.id]);
    const unknownId = '0198a1b2-0000-7000-8000-000000000000';
    const userIds = [fine!.id, blocked!.id, waiting!.id, unknownId, "' OR true --"];
    const denied = await users.listDeniedUsers({ userIds }, asConversation);
    expect(denied.userIds.sort()).toEqual([blocked!.id, waiting!.id, unknownId].sort());
    const asDispatch = { callerToken: testSigner('ai-dispatch').asService() };
    await expect(users.listDeniedUsers({ userIds }, asDispatch)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  describe('changes of users', () => {
    const changesSince = async (since?: string) => users.listAccessChanges({ since });
    const approved = (email: string) =>
      owner.query('UPDATE admin.users SET is_approved = true WHERE email = $1', [email]);

    it('are told once they have happened, and of nobody else', async () => {
      const one = await users.signUp(account('changed@example.org'));
      const other = await users.signUp(account('erased@example.org'));
      await users.signUp(account('unchanged@example.org'));
      const { until, userIds } = await changesSince();
      expect(userIds).toEqual([]);
      await approved('changed@example.org');
      await owner.query('DELETE FROM admin.users WHERE id = $1', [other.id]);
      await users.verifyPassword({ email: 'changed@example.org', password });
      const later = await changesSince(until);
      expect(later.userIds.sort()).toEqual([one.id, other.id].sort());
      await approved('changed@example.org');
      expect((await changesSince((await changesSince(later.until)).until)).userIds).toEqual([]);
    });

    it('are told when their transaction commits, however long it has been open', async () => {
      const { id } = await users.signUp(account('slowly@example.org'));
      const { until } = await changesSince();
      await owner.query('BEGIN');
      await approved('slowly@example.org');
      const amid = await changesSince(until);
      expect(amid.userIds).toEqual([]);
      await users.signUp(account('meanwhile@example.org'));
      const stillAmid = await changesSince(amid.until);
      await owner.query('COMMIT');
      expect((await changesSince(stillAmid.until)).userIds).toEqual([id]);
    });

    it('are kept for twenty seconds and then cleared away, whether or not anyone reads them', async () => {
      const { id } = await users.verifyPassword({ email: 'changed@example.org', password });
      await owner.query(`UPDATE admin.user_changes SET noted_at = noted_at - interval '20 seconds' WHERE key <> $1`, [
        id,
      ]);
      await slice.service.app.get(OldChangesCron).clear();
      expect((await owner.query('SELECT DISTINCT key FROM admin.user_changes')).rows).toEqual([{ key: id }]);
    });

    it('are told to the gateway alone', async () => {
      const asScheduler = { callerToken: testSigner('scheduler').asService() };
      await expect(users.listAccessChanges({}, asScheduler)).rejects.toMatchObject({ kind: 'forbidden' });
    });

    it('are none for a place that was never told', async () => {
      for (const since of ['', "' OR true --", '9'.repeat(30)]) {
        expect((await changesSince(since)).userIds).toEqual([]);
      }
    });
  });

  it('answers every service whether a user exists: it must know before it removes anything', async () => {
    const { id } = await users.signUp(account('still.there@example.org'));
    for (const service of ['gateway', 'conversation', 'ai-dispatch', 'quality', 'scheduler', 'admin']) {
      const asService = { callerToken: testSigner(service).asService() };
      expect(await users.getAccess({ userId: id }, asService)).toMatchObject({ id });
    }
  });

  it('finds no user for a made-up id', async () => {
    const unknown = { kind: 'not_found', code: 'user_not_found' };
    await expect(users.getAccess({ userId: '0198a1b2-0000-7000-8000-000000000000' })).rejects.toMatchObject(unknown);
    await expect(users.getAccess({ userId: "' OR true --" })).rejects.toMatchObject(unknown);
  });
});

describe('approval', () => {
  const outbox = async () =>
    (
      await owner.query<{ payload: unknown }>(
        `SELECT payload FROM admin.outbox WHERE subject = 'admin.user_approved.v1'`,
      )
    ).rows;

  it('is given by an admin, once, and published', async () => {
    const newcomer = await users.signUp(account('newcomer@example.org'));
    const asBoss = { callerToken: callerToken({ userId: first.id, role: 'admin' }) };
    expect(await users.approveUser({ userId: newcomer.id }, asBoss)).toMatchObject({ isApproved: true });
    const again = users.approveUser({ userId: newcomer.id }, asBoss);
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'already_approved' });
    expect((await outbox()).map(({ payload }) => payload)).toEqual([{ userId: newcomer.id, approvedBy: first.id }]);
    const { users: listed } = await users.listUsers({}, asBoss);
    expect(listed.map(({ email }) => email)).toEqual(expect.arrayContaining(['eve@example.org', 'boss@example.org']));
    expect(listed[0]!.email).toBe('newcomer@example.org');
    const unknown = { userId: '0198a1b2-0000-7000-8000-000000000000' };
    await expect(users.approveUser(unknown, asBoss)).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('is refused to all other users, also to a token that only claims the role', async () => {
    const eve = await users.verifyPassword({ email: 'eve@example.org', password });
    const asEve = { callerToken: callerToken({ userId: eve.id }) };
    await expect(users.approveUser({ userId: eve.id }, asEve)).rejects.toMatchObject({ code: 'admin_required' });
    await expect(users.listUsers({}, asEve)).rejects.toMatchObject({ code: 'admin_required' });
    // The table decides, not the token.
    const asClaimed = { callerToken: callerToken({ userId: eve.id, role: 'admin' }) };
    await expect(users.listUsers({}, asClaimed)).rejects.toMatchObject({ code: 'admin_required' });
    await expect(users.approveUser({ userId: eve.id }, asClaimed)).rejects.toBeDefined();
    expect(await users.getAccess({ userId: eve.id })).toMatchObject({ isApproved: false });
  });

  it('keeps the hash from the application role', async () => {
    const app = new pg.Client({ connectionString: slice.database.appUrl });
    await app.connect();
    await expect(app.query('SELECT password_hash FROM admin.users')).rejects.toThrow(/permission denied/);
    expect((await app.query('SELECT id FROM admin.users')).rows).toEqual([]);
    await app.end();
  });
});
