import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnnouncementLevel, AnnouncementsServiceDefinition, type SetAnnouncementRequest } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';
import { testSigner, until } from '@polylogue/test-kit';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let fixture: AdminFixture;
let announcements: GrpcClient<typeof AnnouncementsServiceDefinition>;
beforeAll(async () => {
  fixture = await startAdmin();
  announcements = fixture.slice.client(AnnouncementsServiceDefinition);
});
afterAll(() => fixture.close());

const request: SetAnnouncementRequest = {
  text: 'Back at noon.',
  level: AnnouncementLevel.WARNING,
  isPublic: true,
  endsAt: undefined,
};
const shown = async () => (await announcements.getAnnouncement({})).announcement;
const set = (other: Partial<SetAnnouncementRequest> = {}, as = fixture.asBoss) =>
  announcements.setAnnouncement({ ...request, ...other }, as);

describe('an announcement', () => {
  it('is shown until another, its end, or its removal; each is published and audited, without its text', async () => {
    expect(await shown()).toBeUndefined();
    const first = await set();
    expect(first).toMatchObject(request);
    expect(await shown()).toEqual(first);
    const second = await set({ text: 'Back at one.', endsAt: new Date(Date.now() + 60_000) });
    expect(second.id).not.toBe(first.id);
    expect(await shown()).toEqual(second);
    await fixture.rows(`UPDATE admin.announcement SET ends_at = now() - interval '1 second'`);
    expect(await shown()).toBeUndefined();
    await set();
    await announcements.clearAnnouncement({}, fixture.asBoss);
    await announcements.clearAnnouncement({}, fixture.asBoss);
    expect(await shown()).toBeUndefined();
    const { entries } = await fixture.audit.listAuditEntries({ before: 0, limit: 4 }, fixture.asBoss);
    const actions = entries.map(({ action }) => action);
    expect(actions).toEqual(['announcement_cleared', 'announcement_set', 'announcement_set', 'announcement_set']);
    expect(JSON.stringify(entries)).not.toContain('Back at');
    await until(async () => {
      const published = await fixture.rows(
        `SELECT 1 FROM admin.outbox WHERE subject = 'admin.announcement_changed.v1' AND sent_at IS NOT NULL`,
      );
      return published.length === 4;
    });
  });

  it('is made by administrators only', async () => {
    const eve = await fixture.aUser();
    await expect(set({}, fixture.as(eve))).rejects.toMatchObject({ code: 'admin_required' });
    await expect(announcements.clearAnnouncement({}, fixture.as(eve))).rejects.toMatchObject({
      code: 'admin_required',
    });
    // A token that merely claims the role meets row-level security.
    const claiming = fixture.as({ ...eve, role: fixture.boss.role });
    await expect(set({}, claiming)).rejects.toBeDefined();
    const quality = { callerToken: testSigner('quality').asService() };
    await expect(announcements.getAnnouncement({}, quality)).rejects.toMatchObject({ code: 'service_not_allowed' });
    expect(await shown()).toBeUndefined();
  });

  it('has a text, and an end that is still to come', async () => {
    await expect(set({ text: ' ' })).rejects.toMatchObject({ kind: 'invalid', issues: [{ path: 'text' }] });
    await expect(set({ endsAt: new Date(0) })).rejects.toMatchObject({ kind: 'invalid', issues: [{ path: 'endsAt' }] });
  });
});

describe('actions in other services', () => {
  it('are audited for administrators, with short values', async () => {
    const action = { action: 'dead_letters_replayed', details: '{"letters":3}' };
    await fixture.audit.recordDeed(action, fixture.asBoss);
    const { entries } = await fixture.audit.listAuditEntries({ before: 0, limit: 1 }, fixture.asBoss);
    expect(entries[0]).toMatchObject({ ...action, actorId: fixture.boss.id });
    const eve = await fixture.aUser();
    await expect(fixture.audit.recordDeed(action, fixture.as(eve))).rejects.toMatchObject({ code: 'admin_required' });
    for (const bad of [
      { ...action, action: 'Something Said' },
      { ...action, details: 'no json' },
      { ...action, details: '{"said":["x"]}' },
      { ...action, details: JSON.stringify({ said: 'x'.repeat(201) }) },
    ]) {
      await expect(fixture.audit.recordDeed(bad, fixture.asBoss)).rejects.toMatchObject({ code: 'invalid_deed' });
    }
  });
});
