import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { fakeAi, until, type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { setScene } from '../src/scene.js';
import { scriptedServices } from '../src/scripted-services.js';

interface Answered {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
}

describe('an agent that speaks the Model Context Protocol', () => {
  let vendor: FakeAi;
  let account: Account;
  let client: Client;

  const scene = setScene(async (keep) => {
    vendor = keep(await fakeAi());
    vendor.replies('one', { chunks: ['I am ', 'well.'] });
    vendor.replies('two', { chunks: ['So ', 'am I.'] });
    vendor.replies('endless', { chunks: ['It goes on'], fault: 'hang' });
    return {
      aiServices: scriptedServices(vendor, { one: 'text', two: 'text', endless: 'text', paint: 'image' }),
      env: { QUALITY_MODE: 'off' },
    };
  });
  beforeAll(async () => {
    account = await scene.signUp('Ada');
    client = await connect(await aKey(['read', 'send', 'schedules']));
  });

  async function aKey(scopes: string[]): Promise<string> {
    const made = await scene.apiOf(account).fetch('POST', '/api/account/keys', { name: 'Agent', scopes });
    return ((await made.json()) as { key: string }).key;
  }
  async function connect(key: string): Promise<Client> {
    const headers = { authorization: `Bearer ${key}` };
    const transport = new StreamableHTTPClientTransport(new URL(`${scene.url}/mcp`), { requestInit: { headers } });
    const made = new Client({ name: 'test', version: '1.0.0' });
    // The SDK's declaration of a transport is not made for exact optional properties.
    await made.connect(transport as Parameters<Client['connect']>[0]);
    return made;
  }
  const call = async (name: string, args: object = {}, by = client, options: object = {}) =>
    (await by.callTool({ name, arguments: { ...args } }, undefined, options)) as Answered;

  test('finds the tools and the services', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_services',
      'get_comparison',
      'ask_all',
      'run_saved_query',
      'agreement',
    ]);
    for (const { description = '' } of tools) expect(description.length).toBeGreaterThan(40);
    const { structuredContent } = await call('list_services');
    const { services } = structuredContent as { services: { name: string }[] };
    expect(services.map(({ name }) => name)).toEqual(['one', 'two', 'endless']);
  });

  test('asks several services, hears how far they are, and reads the comparison that a user can open', async () => {
    const heard: string[] = [];
    const onprogress = ({ message }: { message?: string }) => void heard.push(message ?? '');
    const asked = { question: 'How are you?', services: ['one', 'two'], instructions: 'Be brief.' };
    const { content, structuredContent } = await call('ask_all', asked, client, { onprogress });
    expect(content[0]!.text).toContain('## One\n\nI am well.\n\n## Two\n\nSo am I.');
    expect(heard.toSorted()).toEqual(['One has replied.', 'Two has replied.']);
    const { comparisonId, address } = structuredContent as { comparisonId: string; address: string };
    expect(address).toBe(`${scene.url}/history/${comparisonId}`);
    const [sent] = vendor.requestsFor('one').slice(-1);
    expect(sent!.body).toMatchObject({
      messages: [{ role: 'system', content: 'Be brief.' }, { content: 'How are you?' }],
    });
    const opened = await scene.apiOf(account).fetch('GET', `/api/comparisons/${comparisonId}`);
    expect(await opened.json()).toMatchObject({ id: comparisonId, title: 'How are you?' });
    const read = await call('get_comparison', { id: comparisonId });
    expect(read.content[0]!.text).toContain('So am I.');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`polylogue://comparisons/${comparisonId}`);
    const { contents } = await client.readResource({ uri: `polylogue://comparisons/${comparisonId}` });
    expect((contents[0] as { text: string }).text).toContain('I am well.');
  });

  test('cancels down to the provider', async () => {
    const stop = new AbortController();
    const asking = call('ask_all', { question: 'On and on?', services: ['endless'] }, client, { signal: stop.signal });
    asking.catch(() => undefined);
    await until(() => vendor.requestsFor('endless').length > 0, { what: 'the call to the provider' });
    stop.abort();
    await expect(asking).rejects.toThrow();
    expect(await vendor.requestsFor('endless')[0]!.closed).toEqual({ byClient: true });
  });

  test('learns what the replies agree on, each claim with its passage, and pays for that once', async () => {
    const asked = await call('ask_all', { question: 'How are you?', services: ['one', 'two'] });
    const { comparisonId: id } = asked.structuredContent as { comparisonId: string };
    const says = (reply: string) => ({ reply, stance: 'says', quote: 'I am well.' });
    const found = { claims: [{ claim: 'One is well.', replies: [says('R1'), says('R2')] }] };
    vendor.replies('endless', JSON.stringify(found));
    const map = () => call('agreement', { id, extractor: 'endless' });
    const { content, structuredContent } = await map();
    expect(content[0]!.text).toContain('## One is well.');
    // Only one of them really says so.
    expect(content[0]!.text).toContain('- One: says – “I am well.”');
    expect(content[0]!.text).toContain('- Two: unproven');
    const spent = vendor.requestsFor('endless').length;
    expect((await map()).structuredContent).toEqual(structuredContent);
    expect(vendor.requestsFor('endless')).toHaveLength(spent);
  });

  test('runs a saved query and gets its results', async () => {
    const query = { title: 'Daily', content: 'How are you today?', selectedAiServices: ['one'] };
    const saved = await scene.apiOf(account).fetch('POST', '/api/saved-queries', query);
    const { id } = (await saved.json()) as { id: number };
    const { content } = await call('run_saved_query', { id });
    expect(content[0]!.text).toContain('## One\n\nI am well.');
  });

  test('is told what is wrong in a sentence it can act on', async () => {
    const sentenceOf = async (name: string, args: object, by = client) => {
      const { isError, content } = await call(name, args, by);
      expect(isError).toBe(true);
      return content[0]!.text;
    };
    expect(await sentenceOf('ask_all', { question: 'Hi', services: ['nobody'] })).toContain('"nobody"');
    expect(await sentenceOf('get_comparison', { id: 'x' })).toContain('There is no such comparison');
    expect(await sentenceOf('run_saved_query', { id: 987_654 })).not.toBe('');
    const reader = await connect(await aKey(['read']));
    expect(await sentenceOf('ask_all', { question: 'Hi' }, reader)).toContain('lacks the scope "send"');
    await expect(connect('pl_live_wrong')).rejects.toThrow();
    const cookie = await scene.apiOf(account).fetch('POST', '/mcp', {});
    expect(cookie.status).toBe(401);
  });
});
