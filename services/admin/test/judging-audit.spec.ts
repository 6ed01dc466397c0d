import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let admin: AdminFixture;
beforeAll(async () => void (admin = await startAdmin()));
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
