import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let admin: AdminFixture;
beforeAll(async () => void (admin = await startAdmin()));
afterAll(() => admin.close());

it('what administrators do to the AI services stands in the audit log, once however often the event comes', async () => {
  const event = { action: 'key_stored', names: ['gpt'], actorId: admin.boss.id };
  const id = await admin.publish('ai_dispatch.catalog_changed.v1', event);
  await admin.publish('ai_dispatch.catalog_changed.v1', event, id);
  await admin.publish('ai_dispatch.catalog_changed.v1', { ...event, action: 'services_ordered', names: ['a', 'b'] });
  await admin.publish('ai_dispatch.catalog_changed.v1', { ...event, action: 'key_removed', address: '203.0.113.7' });
  await admin.publish('ai_dispatch.catalog_changed.v1', { ...event, action: 'of a later version' });
  await admin.settled();
  const { entries } = await admin.audit.listAuditEntries({ before: 0, limit: 10 }, admin.asBoss);
  const found = entries.map(({ action, actorId, details }) => ({
    action,
    actorId,
    details: JSON.parse(details) as object,
  }));
  const by = { actorId: admin.boss.id };
  expect(found.filter(({ action }) => action.startsWith('ai_service')).reverse()).toEqual([
    { action: 'ai_service_key_stored', ...by, details: { aiService: 'gpt' } },
    { action: 'ai_services_ordered', ...by, details: { aiServices: 2 } },
    { action: 'ai_service_key_removed', ...by, details: { aiService: 'gpt', address: '203.0.113.7' } },
    { action: 'ai_service_changed', ...by, details: { aiService: 'gpt' } },
  ]);
  expect((await admin.audit.verifyAudit({}, admin.asBoss)).isWhole).toBe(true);
});
