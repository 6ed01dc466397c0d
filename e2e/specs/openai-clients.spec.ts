import { beforeAll, describe, expect, test } from '@jest/globals';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { until, type FakeAi } from '@polylogue/test-kit';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import type { Account } from '../src/account.js';
import { shareScripted } from '../src/scene.js';

const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
const messages = [{ role: 'user' as const, content: 'How are you?' }];

describe('programs that speak OpenAI’s protocol', () => {
  let vendor: FakeAi;
  let account: Account;
  let key: string;

  const scene = shareScripted((scripted) => {
    vendor = scripted;
    vendor.replies('alpha', { chunks: ['I am ', 'well.'], usage });
    vendor.replies('beta', { chunks: ['So ', 'am I.'], usage });
    vendor.replies('gamma', { chunks: ['It goes on'], fault: 'silent' });
  });
  beforeAll(async () => {
    account = await scene.signUp('Ada');
    key = await aKey(['read', 'send']);
  });

  async function aKey(scopes: string[]): Promise<string> {
    const made = await scene.apiOf(account).fetch('POST', '/api/account/keys', { name: 'Test', scopes });
    return ((await made.json()) as { key: string }).key;
  }
  const client = (apiKey = key) => new OpenAI({ apiKey, baseURL: `${scene.url}/v1`, maxRetries: 0 });
  const provider = () => createOpenAICompatible({ name: 'polylogue', baseURL: `${scene.url}/v1`, apiKey: key });

  test('find the models', async () => {
    const { data } = await client().models.list();
    expect(data.map(({ id }) => id)).toEqual([
      'polylogue/all',
      'polylogue/merged',
      'polylogue/alpha',
      'polylogue/beta',
      'polylogue/gamma',
    ]);
  });

  test('get a reply, its usage, and a comparison that a person can open', async () => {
    const { data, response } = await client()
      .chat.completions.create({ model: 'polylogue/alpha', messages })
      .withResponse();
    expect(data.choices[0]!.message.content).toBe('I am well.');
    expect(data).toMatchObject({ usage, choices: [{ finish_reason: 'stop' }] });
    const broadcastId = response.headers.get('x-polylogue-broadcast')!;
    expect(response.headers.get('x-polylogue-comparison')).toBe(`${scene.url}/history/${broadcastId}`);
    const opened = await scene.apiOf(account).fetch('GET', `/api/comparisons/${broadcastId}`);
    expect(await opened.json()).toMatchObject({ id: broadcastId });
    const onDashboard = await scene.apiOf(account).fetch('GET', '/api/conversations');
    expect(await onDashboard.json()).toEqual([]);
  });

  test('get a stream that ends with the usage', async () => {
    const stream = await client().chat.completions.create({
      model: 'polylogue/beta',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let total: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      total = chunk.usage ?? total;
    }
    expect(text).toBe('So am I.');
    expect(total).toMatchObject(usage);
  });

  test('send what was said before, with the instructions', async () => {
    const said = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'One?' },
      { role: 'assistant' as const, content: 'One.' },
      { role: 'user' as const, content: 'Two?' },
    ];
    const before = vendor.requestsFor('alpha').length;
    await client().chat.completions.create({
      model: 'polylogue/alpha',
      messages: said,
      temperature: 0.25,
      max_tokens: 50,
    });
    const { body } = vendor.requestsFor('alpha')[before]!;
    expect(body).toMatchObject({
      temperature: 0.25,
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { content: 'One?' },
        { content: 'One.' },
        { content: 'Two?' },
      ],
    });
  });

  test('are refused with a code that their errors carry', async () => {
    const refusal = (apiKey: string, more: object) =>
      client(apiKey)
        .chat.completions.create({ model: 'polylogue/alpha', messages, ...more })
        .catch((error: unknown) => error as InstanceType<typeof OpenAI.APIError>);
    const before = vendor.requestsFor('alpha').length;
    expect(await refusal(key, { tools: [] })).toMatchObject({
      status: 400,
      code: 'unsupported_parameter',
      param: 'tools',
    });
    expect(await refusal(key, { model: 'gpt' })).toMatchObject({ status: 404, code: 'model_not_found' });
    expect(await refusal('pl_live_wrong', {})).toMatchObject({ status: 401, code: 'invalid_key' });
    expect(await refusal(await aKey(['read']), {})).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(vendor.requestsFor('alpha')).toHaveLength(before);
  });

  test('that leads back here is refused', async () => {
    const hop = new OpenAI({
      apiKey: key,
      baseURL: `${scene.url}/v1`,
      maxRetries: 0,
      defaultHeaders: vendor.requestsFor('alpha')[0]!.headers['x-polylogue-hop'] ? { 'x-polylogue-hop': '1' } : {},
    });
    await expect(hop.chat.completions.create({ model: 'polylogue/alpha', messages })).rejects.toMatchObject({
      status: 409,
      code: 'recursive_call',
    });
  });

  test('that hang up end the call to the provider', async () => {
    const abort = new AbortController();
    const stream = await client().chat.completions.create(
      { model: 'polylogue/gamma', messages, stream: true },
      { signal: abort.signal },
    );
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    abort.abort();
    const request = await until(() => vendor.requestsFor('gamma')[0]);
    expect(await request.closed).toEqual({ byClient: true });
  });

  test('through the AI SDK get text, whole and streamed', async () => {
    const model = provider()('polylogue/alpha');
    const { text, usage: spent } = await generateText({ model, prompt: 'How are you?' });
    expect([text, spent.totalTokens]).toEqual(['I am well.', 30]);
    expect(await streamText({ model, prompt: 'How are you?' }).text).toBe('I am well.');
  });
});

describe('all services at once', () => {
  let vendor: FakeAi;
  let client: OpenAI;
  let account: Account;
  const scene = shareScripted((scripted) => {
    vendor = scripted;
    vendor.replies('alpha', { chunks: ['I am ', 'well.'], usage });
    vendor.replies('beta', { chunks: ['So ', 'am I.'], usage });
    vendor.replies('gamma', { chunks: ['As ', 'am I.'], usage });
  });
  beforeAll(async () => {
    account = await scene.signUp('Ada');
    const body = { name: 'Test', scopes: ['read', 'send', 'schedules'] };
    const made = await scene.apiOf(account).fetch('POST', '/api/account/keys', body);
    const { key: apiKey } = (await made.json()) as { key: string };
    client = new OpenAI({ apiKey, baseURL: `${scene.url}/v1`, maxRetries: 0 });
  });
  const together = '## Alpha\n\nI am well.\n\n## Beta\n\nSo am I.\n\n## Gamma\n\nAs am I.';

  test('are one message with a heading each, streamed or not, and their usage is summed', async () => {
    const whole = await client.chat.completions.create({ model: 'polylogue/all', messages });
    expect(whole.choices[0]!.message.content).toBe(together);
    expect(whole.usage).toEqual({ prompt_tokens: 60, completion_tokens: 30, total_tokens: 90 });
    const stream = await client.chat.completions.create({ model: 'polylogue/all', messages, stream: true });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe(together);
  });

  test('go on in the same threads with the comparison that an answer names', async () => {
    const first = await client.chat.completions.create({ model: 'polylogue/all', messages });
    const { comparison } = (first as unknown as { metadata: { comparison: string } }).metadata;
    const before = vendor.requestsFor('beta').length;
    const { response } = await client.chat.completions
      .create({
        model: 'polylogue/all',
        messages: [...messages, { role: 'assistant', content: together }, { role: 'user', content: 'And tomorrow?' }],
        metadata: { comparison },
      })
      .withResponse();
    expect(response.headers.get('x-polylogue-comparison')).toBe(comparison);
    // Its own reply stands in the thread, not what the caller makes of all.
    expect(vendor.requestsFor('beta')[before]!.body).toMatchObject({
      messages: [{ content: 'How are you?' }, { content: 'So am I.' }, { content: 'And tomorrow?' }],
    });
    const id = comparison.split('/').at(-1)!;
    // Counted a moment after it is said.
    await until(async () => {
      const opened = await scene.apiOf(account).fetch('GET', `/api/comparisons/${id}`);
      return ((await opened.json()) as { messageCount: number }).messageCount === 12;
    });
    const stranger = await scene.signUp('Eve');
    await scene.approve(stranger);
    const made = await scene.apiOf(stranger).fetch('POST', '/api/account/keys', { name: 'Test', scopes: ['send'] });
    const { key: apiKey } = (await made.json()) as { key: string };
    const foreign = new OpenAI({ apiKey, baseURL: `${scene.url}/v1`, maxRetries: 0 });
    await expect(
      foreign.chat.completions.create({ model: 'polylogue/all', messages, metadata: { comparison } }),
    ).rejects.toMatchObject({ status: 404, code: 'comparison_not_found' });
  });

  test('are merged into one answer, whose usage is that of all', async () => {
    const stream = await client.chat.completions.create({
      model: 'polylogue/merged',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let total: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      total = chunk.usage ?? total;
    }
    // Each service may merge; it is scripted to say what it always says.
    expect(['I am well.', 'So am I.', 'As am I.']).toContain(text);
    expect(total).toMatchObject({ total_tokens: 120 });
  });

  test('of a saved query answer as a model of its own', async () => {
    const query = { title: 'Daily', content: 'How is the day?', selectedAiServices: ['beta', 'alpha'] };
    const saved = await scene.apiOf(account).fetch('POST', '/api/saved-queries', query);
    const { id } = (await saved.json()) as { id: number };
    const model = `polylogue/saved/${id}`;
    const listed = (await client.models.list()).data.find((each) => each.id === model);
    expect(listed).toMatchObject({ name: 'Daily' });
    const { choices } = await client.chat.completions.create({ model, messages: [{ role: 'user', content: '' }] });
    expect(choices[0]!.message.content).toBe('## Beta\n\nSo am I.\n\n## Alpha\n\nI am well.');
    await expect(client.chat.completions.create({ model, messages })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_messages',
    });
  });

  test('follow the schema of the product where it is asked for', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'polylogue/all',
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'polylogue_answers' } },
    });
    expect(JSON.parse(choices[0]!.message.content!)).toMatchObject({
      answers: [
        { service: 'alpha', text: 'I am well.', model: expect.any(String) },
        { service: 'beta', text: 'So am I.', model: expect.any(String) },
        { service: 'gamma', text: 'As am I.', model: expect.any(String) },
      ],
    });
  });

  test('are JSON where that is asked', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'polylogue/all',
      messages,
      response_format: { type: 'json_object' },
    });
    expect(JSON.parse(choices[0]!.message.content!)).toEqual({
      replies: [
        { aiService: 'alpha', displayName: 'Alpha', content: 'I am well.' },
        { aiService: 'beta', displayName: 'Beta', content: 'So am I.' },
        { aiService: 'gamma', displayName: 'Gamma', content: 'As am I.' },
      ],
    });
  });
});
