import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RetentionServiceDefinition } from '@polylogue/proto';
import { testSigner, until } from '@polylogue/test-kit';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let admin: AdminFixture;
beforeAll(async () => void (admin = await startAdmin({ env: { KEEP_CONVERSATIONS_DAYS: '400' } })));
afterAll(() => admin.close());

it('what administrators change of judging stands in the audit log, once however often the event comes', async () => {
  const event = { action: 'rubric_shared', actorId: admin.boss.id, rubric: 'Tone of the house' };
  const id = await admin.publish('quality.judging_changed.v1', event);
  await admin.publish('quality.judging_changed.v1', event, id);
  await admin.publish('quality.judging_changed.v1', {
    ...event,
    action: 'judging_settings_changed',
    rubric: undefined,
  });
  await admin.publish('quality.judging_changed.v1', { ...event, action: 'of a later version', rubric: undefined });
  await admin.settled();
  const { entries } = await admin.audit.listAuditEntries({ before: 0, limit: 10 }, admin.asBoss);
  const found = entries.filter(({ action }) => /rubric|judging/.test(action));
  const by = { actorId: admin.boss.id };
  expect(
    found
      .map(({ action, actorId, details }) => ({ action, actorId, details: JSON.parse(details) as object }))
      .reverse(),
  ).toEqual([
    { action: 'rubric_shared', ...by, details: { rubric: 'Tone of the house' } },
    { action: 'judging_settings_changed', ...by, details: {} },
    { action: 'judging_settings_changed', ...by, details: {} },
  ]);
});

describe('the rule of retention', () => {
  const rules = () => admin.slice.client(RetentionServiceDefinition);
  const entriesOf = async (action: string) => {
    const { entries } = await admin.audit.listAuditEntries({ before: 0, limit: 50 }, admin.asBoss);
    return entries
      .filter((entry) => entry.action === action)
      .map(({ actorId, details }) => ({ actorId, details: JSON.parse(details) as object }));
  };

  it('is what the environment says until an administrator saves another, and who did is audited', async () => {
    expect(await rules().getRetention({})).toEqual({ keepDays: 400, removesStarred: false, isSaved: false });
    const eve = await admin.aUser();
    await expect(rules().setRetention({ keepDays: 1, removesStarred: true }, admin.as(eve))).rejects.toMatchObject({
      code: 'admin_required',
    });
    for (const keepDays of [0, -1, 36_501]) {
      const refused = rules().setRetention({ keepDays, removesStarred: false }, admin.asBoss);
      await expect(refused).rejects.toMatchObject({ kind: 'invalid', issues: [{ path: 'keepDays' }] });
    }
    const saved = { keepDays: 90, removesStarred: true, isSaved: true };
    expect(await rules().setRetention({ keepDays: 90, removesStarred: true }, admin.asBoss)).toEqual(saved);
    for (const service of ['conversation', 'scheduler']) {
      expect(await rules().getRetention({}, { callerToken: testSigner(service).asService() })).toEqual(saved);
    }
    const asQuality = rules().getRetention({}, { callerToken: testSigner('quality').asService() });
    await expect(asQuality).rejects.toMatchObject({ code: 'service_not_allowed' });
    await rules().setRetention({ removesStarred: false }, admin.asBoss);
    expect(await rules().getRetention({})).toEqual({ keepDays: undefined, removesStarred: false, isSaved: true });
    const by = { actorId: admin.boss.id };
    expect(await entriesOf('retention_set')).toEqual([
      { ...by, details: { keepDays: 'for ever', formerKeepDays: 90, removesStarred: false } },
      { ...by, details: { keepDays: 90, formerKeepDays: 400, removesStarred: true } },
    ]);
  });

  it('removals are added up by day, once however often an event comes, and audited when the day is over', async () => {
    const [day, nextDay] = ['2026-01-01', '2026-01-02'];
    const gone = { day, conversations: 2, messages: 40, aiChats: 0 };
    const id = await admin.publish('conversation.conversations_expired.v1', gone);
    await admin.publish('conversation.conversations_expired.v1', gone, id);
    await admin.publish('conversation.conversations_expired.v1', { ...gone, day: nextDay, aiChats: 3 });
    await admin.publish('scheduler.runs_expired.v1', { day, runs: 7 });
    // Of a day that is not over.
    await admin.publish('scheduler.runs_expired.v1', { day: '2999-01-01', runs: 1 });
    await admin.settled();
    const { removals } = await rules().listRemovals({ days: 30 }, admin.asBoss);
    const first = { ...gone, runs: 7 };
    const second = { ...gone, day: nextDay, aiChats: 3, runs: 0 };
    const today = { day: '2999-01-01', conversations: 0, messages: 0, aiChats: 0, runs: 1 };
    expect(removals).toEqual([today, second, first]);
    const sum = (entries: { details: object }[]) =>
      entries.reduce((total, { details }) => {
        const { conversations, aiChats, runs } = details as typeof first;
        return total + conversations + aiChats + runs;
      }, 0);
    // Removals reported after the entry of their day have one of their own: together they are all that was removed.
    await until(async () => sum(await entriesOf('retention_removed')) === 2 + 7 + 2 + 3);
    const eve = await admin.aUser();
    await expect(rules().listRemovals({ days: 30 }, admin.as(eve))).rejects.toMatchObject({ code: 'admin_required' });
  });
});
