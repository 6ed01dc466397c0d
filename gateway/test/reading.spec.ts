import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { adminUser, aiService, conversation, routes } from '@polylogue/api-contract';
import { ServiceStatus } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { z } from 'zod';
import { startGateway, type RunningGateway } from './gateway.js';
import { aConversation, aService } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.servers.conversation.calls.length = 0;
});

describe('GET /api/conversations', () => {
  it('answers an array, each with what the catalog calls its service', async () => {
    gateway.upstreams.conversations.listConversations = async function* () {
      yield* await Promise.resolve([aConversation(), aConversation()]);
    };
    const answer = await gateway.ask('/api/conversations?includeAll=true', { cookie });
    const list = z.array(conversation).parse(await answer.json());
    expect(list.map(({ aiService: label }) => label.displayName)).toEqual(['GPT', 'GPT']);
    expect(gateway.upstreams.servers.conversation.calls).toMatchObject([{ request: { includeAll: true, limit: 0 } }]);
  });

  it('answers an empty array, and lists all of the dashboard by default', async () => {
    gateway.upstreams.conversations.listConversations = async function* () {};
    expect(await (await gateway.ask('/api/conversations', { cookie })).json()).toEqual([]);
    expect(gateway.upstreams.servers.conversation.calls).toMatchObject([{ request: { includeAll: false, limit: 0 } }]);
  });

  it('never passes half a list for the whole', async () => {
    gateway.upstreams.conversations.listConversations = async function* () {
      yield await Promise.resolve(aConversation());
      throw new AppError('unavailable', 'lost', 'Lost.');
    };
    const answer = await gateway.ask('/api/conversations', { cookie });
    await expect(answer.text()).rejects.toThrow();
  });

  it('answers an error before the first as an error', async () => {
    gateway.upstreams.conversations.listConversations = () => {
      throw new AppError('unavailable', 'database_unavailable', 'Away.', { retryAfterSeconds: 2 });
    };
    expect((await gateway.ask('/api/conversations', { cookie })).status).toBe(503);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'includeAll=yes'])('refuses %s', async (query) => {
    const answer = await gateway.ask(`/api/conversations?${query}`, { cookie });
    expect(answer.status).toBe(400);
  });
});

describe('AI services', () => {
  it('are listed in the catalog’s order, and probed again one by one', async () => {
    gateway.upstreams.catalog.listAiServices = () =>
      Promise.resolve({ services: [aService('b'), aService('a')], formerServices: [] });
    const list = z.array(aiService).parse(await (await gateway.ask('/api/ai-services', { cookie })).json());
    expect(list.map(({ id, name, status }) => [id, name, status])).toEqual([
      ['b', 'b', 'connected'],
      ['a', 'a', 'connected'],
    ]);
    gateway.upstreams.catalog.probeAiService = ({ name }) =>
      Promise.resolve({ ...aService(name), status: ServiceStatus.ERROR });
    const probed = await gateway.ask('/api/ai-services/a/retry', { method: 'POST', cookie });
    expect(await probed.json()).toMatchObject({ name: 'a', status: 'error' });
  });
});

describe('the admin’s users', () => {
  it('are listed and approved, and the approval works at once', async () => {
    const boss = await gateway.aUser('admin');
    const waiting = await gateway.aUser('unapproved');
    const list = z
      .array(adminUser)
      .parse(await (await gateway.ask('/api/admin/users', { cookie: boss.cookie })).json());
    expect(list.find(({ id }) => id === waiting.userId)).toMatchObject({ isApproved: false, role: 'user' });
    const send = () =>
      gateway
        .ask('/api/ai-services/gpt/retry', { method: 'POST', cookie: waiting.cookie })
        .then(({ status }) => status);
    expect(await send()).toBe(403);
    const approved = await gateway.ask(`/api/admin/users/${waiting.userId}/approve`, {
      method: 'POST',
      cookie: boss.cookie,
    });
    expect(adminUser.parse(await approved.json()).isApproved).toBe(true);
    expect(await send()).not.toBe(403);
    const unknown = await gateway.ask(`/api/admin/users/${randomUUID()}/approve`, {
      method: 'POST',
      cookie: boss.cookie,
    });
    expect(unknown.status).toBe(404);
  });

  it('are requested as the admin who calls', async () => {
    const boss = await gateway.aUser('admin');
    await gateway.ask('/api/admin/users', { cookie: boss.cookie });
    const listings = gateway.upstreams.servers.admin.calls.filter(({ method }) => method === 'listPeople');
    expect(listings.at(-1)).toMatchObject({ call: { caller: { userId: boss.userId, role: 'admin' } } });
  });
});

describe('the API’s documents', () => {
  it('are OpenAPI 3.1 with every route, and a reader that loads nothing from elsewhere', async () => {
    const document = (await (await gateway.ask('/api/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, object>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const { method, path } of routes) expect(document.paths[path]).toHaveProperty(method.toLowerCase());
    const reader = await gateway.ask('/api/docs');
    expect(reader.status).toBe(200);
    const page = await reader.text();
    expect(page).not.toMatch(/(src|href)=["']?(https?:)?\/\//);
    expect(page).not.toMatch(/<script>/);
    const [script] = /\.\/docs\/swagger-ui-bundle\.js/.exec(page) ?? [];
    expect((await gateway.ask(script!.replace('.', '/api'))).status).toBe(200);
    const init = await (await gateway.ask('/api/docs/swagger-ui-init.js')).text();
    expect(init).toContain('"validatorUrl": null');
  });
});
