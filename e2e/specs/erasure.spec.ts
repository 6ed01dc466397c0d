import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { useEverything } from '../src/use-everything.js';
import { setScene } from '../src/scene.js';
import { searchStores, type Finding, type Needles } from '../src/stores.js';

// What is kept of an erased user, only by an id that no longer resolves to an account (docs/privacy.md).
const isKept = ({ where, what }: Finding) =>
  what === 'id' &&
  (where === 'postgres admin.audit' ||
    /^postgres admin\.outbox admin\.user_(erased|access_changed)\.v1$/.test(where) ||
    /^postgres \w+\.erasures$/.test(where) ||
    // The user's rate limits, until the minute is over.
    where.startsWith('redis for a minute ') ||
    where.startsWith('nats '));

// Who was changed is told to gateways for half a minute.
const noteOfChange = 'id in postgres admin.user_changes';

describe('erasing a user', () => {
  let erasedFirst: Needles;
  const scene = setScene(() => ({ env: { DEMO_SPEED: '0' } }));
  let admin: Account;

  beforeAll(async () => {
    admin = await scene.signUp('Ines');
  });

  async function aBusyUser(firstName: string): Promise<{ account: Account; id: string; needles: Needles }> {
    const account = await scene.signUp(firstName);
    const id = await scene.approve(account);
    const words = `canary${id.slice(-8)}`;
    const { media } = await useEverything(scene.url, account, words);
    // Viewing a user's conversations is audited, by id.
    await scene.apiOf(admin).fetch('GET', `/api/admin/users/${id}/conversations`);
    return { account, id, needles: { id, email: account.email, name: firstName, words, medium: media[0]! } };
  }

  async function expectNothingLeft(needles: Needles, { but }: { but: string[] }): Promise<void> {
    let left: string[] = [];
    const isGone = async () => {
      const found = (await searchStores(scene.product, needles)).filter((each) => !isKept(each));
      left = found.map(({ where, what }) => `${what} in ${where}`).filter((each) => !but.includes(each));
      return left.length === 0;
    };
    // Each look reads all there is.
    await until(isGone, { timeoutMs: 90_000, maxPauseMs: 2_000 }).catch(() => expect(left).toEqual([]));
  }

  test('by an administrator leaves nothing of them in any store', async () => {
    const { id, needles } = await aBusyUser('Zorblaxine');
    const before = (await searchStores(scene.product, needles)).map(({ where, what }) => `${what} in ${where}`);
    // The search does find what is stored.
    expect(before).toEqual(
      expect.arrayContaining([
        'id in postgres admin.users',
        'email in postgres admin.users',
        'name in postgres admin.users',
        'id in postgres admin.notices',
        'id in postgres admin.audit',
        'id in postgres gateway.sessions',
        'words in postgres conversation.messages',
        'words in postgres conversation.attachments',
        'words in postgres conversation.ai_chat_turns',
        'words in postgres scheduler.saved_queries',
        'id in postgres quality.judgings',
        'id in postgres ai_dispatch.calls',
        'medium in postgres ai_dispatch.media',
        // The picture that was attached.
        'words in postgres ai_dispatch.media',
        expect.stringMatching(/^medium in file media\//),
      ]),
    );
    expect((await scene.apiOf(admin).fetch('DELETE', `/api/admin/users/${id}`)).status).toBe(204);
    await expectNothingLeft(needles, { but: [noteOfChange] });
    erasedFirst = needles;
  }, 180_000);

  test('by themselves does the same', async () => {
    const { account, needles } = await aBusyUser('Quibbleworth');
    const api = scene.apiOf(account);
    expect((await api.fetch('POST', '/api/account/delete', { email: account.email })).status).toBe(204);
    await expectNothingLeft(needles, { but: [noteOfChange] });
    expect((await api.fetch('GET', '/api/auth/user')).status).toBe(401);
  }, 180_000);

  test('of the last administrator is refused with a sentence, and audited', async () => {
    const api = scene.apiOf(admin);
    const { id } = (await (await api.fetch('GET', '/api/auth/user')).json()) as { id: string };
    for (const answer of [
      await api.fetch('DELETE', `/api/admin/users/${id}`),
      await api.fetch('POST', '/api/account/delete', { email: admin.email }),
    ]) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        code: 'last_admin',
        error: 'This is the last administrator. Make somebody else an administrator first.',
      });
    }
    await until(async () => {
      const entries = await (await api.fetch('GET', '/api/admin/audit?limit=20')).json();
      const refused = (entries as { action: string; details: { code?: string } }[]).filter(
        ({ action, details }) => action === 'refused' && details.code === 'last_admin',
      );
      return refused.length >= 2;
    });
  });

  test('leaves no note of the change behind either, half a minute later', async () => {
    await expectNothingLeft(erasedFirst, { but: [] });
  }, 120_000);
});
