import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { impliedVariables } from '@polylogue/api-contract';
import { ExecutionStatus, WebhooksServiceDefinition } from '@polylogue/proto';
import type { GrpcClient, TokenUser } from '@polylogue/service-kit';
import { aUser, callerToken, closing, says, until } from '@polylogue/test-kit';
import { as, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { saysAfter, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';
import { signed } from './webhooks.fixture.js';

const { add, closeAll } = closing();
const ada = aUser();
let open: () => void = () => undefined;
const opened = new Promise<void>((resolve) => (open = resolve));
let upstreams: Upstreams;
let scheduler: Scheduler;
let webhooks: GrpcClient<typeof WebhooksServiceDefinition>;

beforeAll(async () => {
  upstreams = add(await scriptedUpstreams({ gpt: says('Hello.'), slow: saysAfter(opened, 'At last.') }));
  scheduler = add(await startScheduler(upstreams.url, { env: { SCHEDULER_TICK_SECONDS: '600' } }));
  webhooks = scheduler.client(WebhooksServiceDefinition);
});
afterAll(closeAll);

const query = async (content: string, user: TokenUser = ada, aiServices = ['gpt']) => {
  const variables = { variables: impliedVariables(content).map(({ name }) => ({ name })) };
  const made = await scheduler.queries.createSavedQuery(
    { input: manual({ content, aiServices, variables }) },
    as(user),
  );
  return made.id;
};
const withWebhook = async (content: string, user: TokenUser = ada, aiServices = ['gpt']) => {
  const id = await query(content, user, aiServices);
  return { id, secret: (await webhooks.renewWebhook({ savedQueryId: id }, as(user))).secret };
};

const ended = async (id: number, user: TokenUser = ada) =>
  until(async () => {
    const [execution] = await scheduler.history(user, id);
    return execution && execution.status === ExecutionStatus.COMPLETED ? execution : undefined;
  });
const lastQuestion = () => JSON.stringify(upstreams.requests.at(-1));

describe('a webhook', () => {
  it('is made, shown without its secret, renewed and removed by its owner', async () => {
    const id = await query('What is new?');
    expect(await webhooks.getWebhook({ savedQueryId: id }, as(ada))).toEqual({});
    const { secret, webhook } = await webhooks.renewWebhook({ savedQueryId: id }, as(ada));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await webhooks.getWebhook({ savedQueryId: id }, as(ada))).toEqual(webhook);
    const renewed = await webhooks.renewWebhook({ savedQueryId: id }, as(ada));
    expect(renewed.secret).not.toBe(secret);
    await expect(webhooks.receiveWebhook(signed(id, secret))).rejects.toMatchObject({ kind: 'unauthenticated' });
    await webhooks.deleteWebhook({ savedQueryId: id }, as(ada));
    await expect(webhooks.receiveWebhook(signed(id, renewed.secret))).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('belongs to the owner of its query', async () => {
    const { id } = await withWebhook('What is new?');
    const bob = as(aUser());
    for (const call of [webhooks.getWebhook, webhooks.renewWebhook, webhooks.deleteWebhook]) {
      await expect(call({ savedQueryId: id }, bob)).rejects.toMatchObject({ code: 'saved_query_not_found' });
    }
    const waiting = as({ ...ada, isApproved: false });
    await expect(webhooks.renewWebhook({ savedQueryId: id }, waiting)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('keeps nothing from which its secret could be read', async () => {
    const { id, secret } = await withWebhook('What is new?');
    const [row] = await scheduler.rows('SELECT salt FROM scheduler.webhooks WHERE saved_query_id = $1', [id]);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64').equals(row!['salt'] as Buffer)).toBe(false);
  });

  it('goes with its query', async () => {
    const { id } = await withWebhook('What is new?');
    await scheduler.queries.deleteSavedQuery({ id }, as(ada));
    expect(await scheduler.rows('SELECT 1 FROM scheduler.webhooks WHERE saved_query_id = $1', [id])).toEqual([]);
  });
});

describe('a signed message', () => {
  it('runs the query as its owner, with its variables in their places', async () => {
    const { id, secret } = await withWebhook('Weather in {{city}} on {{ day }}?');
    const { executionId } = await webhooks.receiveWebhook(
      signed(id, secret, { city: 'Rome', day: '{{city}}', more: 'x' }),
    );
    expect(await ended(id)).toMatchObject({ id: executionId, successfulResponses: 1 });
    expect(lastQuestion()).toContain('Weather in Rome on {{city}}?');
    expect((await scheduler.queries.getSavedQuery({ id }, as(ada))).content).toBe('Weather in {{city}} on {{ day }}?');
    expect((await webhooks.getWebhook({ savedQueryId: id }, as(ada))).lastUsedAt).toBeInstanceOf(Date);
  });

  it('that comes again is the same run, and with another body refused', async () => {
    const { id, secret } = await withWebhook('What is new in {{city}}?');
    const first = await webhooks.receiveWebhook(signed(id, secret, { city: 'Rome' }));
    await ended(id);
    expect(await webhooks.receiveWebhook(signed(id, secret, { city: 'Rome' }))).toEqual(first);
    const other = webhooks.receiveWebhook(signed(id, secret, { city: 'Oslo' }));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await scheduler.history(ada, id)).toHaveLength(1);
    const next = await webhooks.receiveWebhook(signed(id, secret, { city: 'Oslo' }, 'msg_2'));
    expect(next.executionId).not.toBe(first.executionId);
  });

  it('names the variables that are missing, and starts nothing', async () => {
    const { id, secret } = await withWebhook('{{city}} {{day}} {{constructor}}');
    await expect(webhooks.receiveWebhook(signed(id, secret, { city: 'Rome' }))).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('{{day}}, {{constructor}}'),
      issues: [{ path: 'variables.day' }, { path: 'variables.constructor' }],
    });
    expect(await scheduler.history(ada, id)).toEqual([]);
  });

  it('is refused when its variables make the query too long', async () => {
    const { id, secret } = await withWebhook('{{a}}{{a}}');
    const long = webhooks.receiveWebhook(signed(id, secret, { a: 'x'.repeat(50_001) }));
    await expect(long).rejects.toMatchObject({ kind: 'invalid', code: 'query_too_long' });
  });

  it('is refused while the query runs, as that run asks something else', async () => {
    const { id, secret } = await withWebhook('{{what}}', ada, ['slow']);
    const first = await webhooks.receiveWebhook(signed(id, secret, { what: 'one' }));
    const other = signed(id, secret, { what: 'two' }, 'msg_2');
    await expect(webhooks.receiveWebhook(other)).rejects.toMatchObject({ kind: 'conflict', code: 'query_is_running' });
    expect(await webhooks.receiveWebhook(signed(id, secret, { what: 'one' }))).toEqual(first);
    open();
    await ended(id);
    await webhooks.receiveWebhook(other);
  });

  it('is answered alike for a query without a webhook and for none', async () => {
    const { secret } = await withWebhook('What is new?');
    const without = await query('What is new?');
    const answers = await Promise.all(
      [without, 987_654].map((id) => webhooks.receiveWebhook(signed(id, secret)).catch((error: unknown) => error)),
    );
    for (const answer of answers) expect(answer).toMatchObject({ kind: 'not_found', code: 'webhook_not_found' });
    expect(String(answers[0])).toBe(String(answers[1]));
  });

  it('of another query, or with a wrong signature, starts nothing', async () => {
    const [one, other] = [await withWebhook('One?'), await withWebhook('Other?')];
    const wrong = [signed(one.id, other.secret), { ...signed(one.id, one.secret), signature: 'v1,AAAA' }];
    for (const message of wrong) {
      await expect(webhooks.receiveWebhook(message)).rejects.toMatchObject({ code: 'wrong_signature' });
    }
    expect(await scheduler.history(ada, one.id)).toEqual([]);
  });

  it('is refused while its owner may not spend', async () => {
    const eve = aUser();
    const { id, secret } = await withWebhook('What is new?', eve);
    upstreams.accountStatuses.set(eve.userId, 'unapproved');
    const attempt = webhooks.receiveWebhook(signed(id, secret));
    await expect(attempt).rejects.toMatchObject({ kind: 'forbidden', code: 'owner_denied' });
    expect(await scheduler.history(eve, id)).toEqual([]);
  });

  it('comes from the gateway alone', async () => {
    const { id, secret } = await withWebhook('What is new?');
    const fromQuality = { callerToken: callerToken(ada, 'quality') };
    await expect(webhooks.receiveWebhook(signed(id, secret), fromQuality)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
