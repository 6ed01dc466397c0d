import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aUser, callerToken } from '@polylogue/test-kit';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let admin: AdminFixture;
beforeAll(async () => void (admin = await startAdmin()));
afterAll(() => admin.close());

const change = { apiKeyId: randomUUID(), prefix: 'pl_live_AbCdEfGh' };

it('an API key that is made or revoked stands in the audit log, with how it begins', async () => {
  const user = aUser();
  const own = { callerToken: callerToken(user) };
  await admin.audit.recordKeyChange({ ...change, userId: user.userId, revoked: false }, own);
  await admin.audit.recordKeyChange({ ...change, userId: user.userId, revoked: true }, admin.asBoss);
  const { entries } = await admin.audit.listAuditEntries({ before: 0, limit: 10 }, admin.asBoss);
  const found = entries.filter(({ action }) => action.startsWith('api_key'));
  const details = JSON.stringify({ apiKey: change.apiKeyId, prefix: change.prefix });
  expect(found).toMatchObject([
    { action: 'api_key_revoked', actorId: admin.boss.id, subjectId: user.userId },
    { action: 'api_key_created', actorId: user.userId, subjectId: user.userId },
  ]);
  for (const entry of found) expect(JSON.parse(entry.details)).toEqual(JSON.parse(details));
  expect((await admin.audit.verifyAudit({}, admin.asBoss)).isWhole).toBe(true);
});

it('a use stands there with its address, and only the gateway records it', async () => {
  const user = aUser();
  const use = { ...change, userId: user.userId, address: '192.0.2.7' };
  await admin.audit.recordKeyUse(use, { callerToken: callerToken(user) });
  const { entries } = await admin.audit.listAuditEntries({ before: 0, limit: 1 }, admin.asBoss);
  expect(entries).toMatchObject([{ action: 'api_key_used', actorId: user.userId, subjectId: user.userId }]);
  const details = { apiKey: change.apiKeyId, prefix: change.prefix, address: '192.0.2.7' };
  expect(JSON.parse(entries[0]!.details)).toEqual(details);
  const service = admin.audit.recordKeyUse(use, { callerToken: callerToken(user, 'scheduler') });
  await expect(service).rejects.toMatchObject({ kind: 'forbidden' });
});

it('is recorded for no other user’s key, and for the gateway alone', async () => {
  const request = { ...change, userId: randomUUID(), revoked: true };
  const others = admin.audit.recordKeyChange(request, { callerToken: callerToken(aUser()) });
  await expect(others).rejects.toMatchObject({ code: 'admin_required' });
  const user = aUser();
  const service = admin.audit.recordKeyChange(
    { ...request, userId: user.userId },
    { callerToken: callerToken(user, 'scheduler') },
  );
  await expect(service).rejects.toMatchObject({ kind: 'forbidden' });
});
