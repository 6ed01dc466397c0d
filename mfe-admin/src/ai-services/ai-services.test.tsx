import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  addAiService,
  changeAiService,
  enableAiService,
  listAiServices,
  listAiServicePresets,
  listConfiguredAiServices,
  orderAiServices,
  removeAiService,
  removeAiServiceKey,
  testAiService,
  type ConfiguredAiService,
} from '@polylogue/api-contract';
import { accentsOf, type Accent } from '@polylogue/web-kit';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import AiServices from './ai-services.js';

const mine: ConfiguredAiService = {
  name: 'mine',
  displayName: 'Mine',
  color: '#036EAE',
  category: 'text',
  status: 'connected',
  demo: false,
  provider: 'openai-compatible',
  model: 'm',
  baseUrl: 'https://models.example/v1',
  enabled: true,
  source: 'admin',
  amended: false,
  key: 'stored',
  keySetAt: '2026-03-03T00:00:00.000Z',
  preset: null,
};
const claude: ConfiguredAiService = {
  ...mine,
  name: 'claude',
  displayName: 'Claude',
  provider: 'anthropic',
  source: 'file',
  key: 'operator',
  keySetAt: null,
};
const openai = {
  id: 'openai',
  title: 'OpenAI',
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  displayName: 'ChatGPT',
  model: 'gpt-5.2',
  color: '#10A37F',
  needsKey: true,
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the AI services of the admin panel', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api = fakeApi([
      [listConfiguredAiServices, [mine, claude]],
      [listAiServicePresets, { presets: [openai], canStoreKeys: true }],
    ]);
  });
  afterEach(() => {
    cleanup();
    api.restore();
    jest.restoreAllMocks();
  });

  it('shows each in the accent that it has on the other screens', async () => {
    const offered = [
      { ...mine, id: mine.name },
      { ...claude, id: claude.name, hasDefaultColor: true },
    ];
    api.answer(listAiServices, offered);
    renderScreen(<AiServices />);
    await screen.findByRole('button', { name: 'Edit Claude' });
    const accents = accentsOf(offered);
    const lightOf = (name: string) => screen.getByRole('rowheader', { name }).style.getPropertyValue('--a-light');
    await waitFor(() => expect(lightOf('Claude Anthropic · m')).toBe((accents.get('claude') as Accent).light));
    expect(lightOf('Mine OpenAI-compatible · m')).toBe((accents.get('mine') as Accent).light);
    expect(lightOf('Claude Anthropic · m')).not.toBe(lightOf('Mine OpenAI-compatible · m'));
  });

  it('says how a service answers and what no preset may exceed, and sends both only when they were changed', async () => {
    renderScreen(<AiServices />);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Claude' }));
    type('Instructions', 'Be brief.');
    type('Temperature', 'warm');
    type('Longest answer allowed', '0');
    click('Save');
    expect(screen.getByText('The temperature must be between 0 and 2.')).toBeTruthy();
    expect(screen.getByText('The longest answer must be between 1 and 200,000 tokens.')).toBeTruthy();
    type('Temperature', '0,5');
    expect(screen.queryByText('The temperature must be between 0 and 2.')).toBeNull();
    type('Longest answer allowed', '2000');
    fireEvent.click(screen.getByLabelText('Presets may search the web'));
    api.answer(changeAiService, claude);
    click('Save');
    expect(await screen.findByText('AI service changed')).toBeTruthy();
    expect(JSON.parse(JSON.stringify(api.callsOf(changeAiService).at(-1)?.body))).toEqual({
      answerDefaults: { systemPrompt: 'Be brief.', temperature: 0.5 },
      answerLimits: { maxOutputTokens: 2000, allowsWebSearch: false },
    });
  });

  it('adds a service that begins with a preset, and sends its key once', async () => {
    renderScreen(<AiServices />);
    fireEvent.click(await screen.findByRole('button', { name: 'Add service' }));
    await within(screen.getByLabelText('Begin with')).findByRole('option', { name: 'OpenAI' });
    type('Begin with', 'openai');
    type('API key', 'sk-secret');
    api.answer(addAiService, Response.json({ ...mine, name: 'chatgpt' }, { status: 201 }));
    fireEvent.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'Add service' }));
    expect(await screen.findByText('AI service added')).toBeTruthy();
    const { id: preset, provider, baseUrl, displayName, model, color } = openai;
    expect(api.callsOf(addAiService)[0]!.body).toEqual({
      preset,
      provider,
      baseUrl,
      displayName,
      model,
      color,
      name: 'chatgpt',
      category: 'text',
      apiKey: 'sk-secret',
    });
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('says beside the fields what is wrong, before and after asking', async () => {
    renderScreen(<AiServices />);
    fireEvent.click(await screen.findByRole('button', { name: 'Add service' }));
    const form = within(screen.getByRole('complementary'));
    fireEvent.click(form.getByRole('button', { name: 'Add service' }));
    expect(form.getByText('Write a name for people.')).toBeTruthy();
    expect(api.callsOf(addAiService)).toEqual([]);
    type('Display name', 'Here');
    type('Model', 'm');
    type('Base URL', 'http://10.0.0.5/v1');
    const issues = [{ path: 'baseUrl', message: 'This address is in a network that is not allowed here.' }];
    api.answer(addAiService, Response.json({ error: 'No.', code: 'invalid_ai_service', issues }, { status: 400 }));
    fireEvent.click(form.getByRole('button', { name: 'Add service' }));
    expect(await form.findByText(issues[0]!.message)).toBeTruthy();
    expect(screen.getByLabelText('Base URL').getAttribute('aria-invalid')).toBe('true');
  });

  it('tests a service and shows what came of it', async () => {
    const trial = { ok: true, sentence: 'Mine works.', code: null, totalMs: 812, reply: 'Hello!', status: 'connected' };
    api.answer(testAiService, trial);
    renderScreen(<AiServices />);
    fireEvent.click(await screen.findByRole('button', { name: 'Test Mine' }));
    expect((await screen.findByText('Mine works.')).textContent).toBe('Mine works.Hello!0.8 s');
    const sentence = 'Mine did not accept the API key. An administrator has to check it.';
    api.answer(testAiService, { ...trial, ok: false, sentence, code: 'invalid_key', reply: null, status: 'error' });
    click('Test Mine');
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('waits for a trial as long as the server gives it', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    api.answer(testAiService, { ok: true, sentence: 'Mine works.', code: null, totalMs: 812, reply: null });
    renderScreen(<AiServices />);
    const button = await screen.findByRole('button', { name: 'Test Mine' });
    limits.mockClear();
    fireEvent.click(button);
    await waitFor(() => expect(Math.max(...limits.mock.calls.flat())).toBeGreaterThan(100_000));
  });

  it('switches services on and off and moves them', async () => {
    renderScreen(<AiServices />);
    const toggle = await screen.findByRole('switch', { name: 'Offer Claude' });
    expect(toggle.getAttribute('aria-checked')).toBe('true');
    api.answer(enableAiService, { ...claude, enabled: false });
    api.answer(listConfiguredAiServices, [mine, { ...claude, enabled: false }]);
    fireEvent.click(toggle);
    expect(await screen.findByText('1 offered')).toBeTruthy();
    api.answer(orderAiServices, [claude, mine]);
    click('Move Claude up');
    expect(await screen.findByRole('button', { name: 'Move Mine up' })).toBeTruthy();
    expect(screen.queryByText('Nothing')).toBeNull();
    expect(api.callsOf(orderAiServices)[0]!.body).toEqual({ names: ['claude', 'mine'] });
  });

  it('shows that there is a key and when it was set, replaces and removes it', async () => {
    renderScreen(<AiServices />);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Mine' }));
    expect(screen.getByText(/A key is stored, set /)).toBeTruthy();
    expect((screen.getByLabelText('New API key') as HTMLInputElement).value).toBe('');
    type('Base URL', 'https://elsewhere.example/v1');
    expect(screen.getByText(/The stored key belongs to the old address/)).toBeTruthy();
    type('New API key', 'sk-2');
    api.answer(changeAiService, mine);
    click('Save');
    expect(await screen.findByText('AI service changed')).toBeTruthy();
    const body = { baseUrl: 'https://elsewhere.example/v1', apiKey: 'sk-2' };
    expect(api.callsOf(changeAiService)[0]!.body).toEqual(body);
    click('Edit Mine');
    api.answer(removeAiServiceKey, { ...mine, key: 'none' });
    click('Remove the stored key');
    expect(await screen.findByText('Key removed')).toBeTruthy();
  });

  it("leaves the operator's address alone, and takes changes back only where there are some", async () => {
    renderScreen(<AiServices />);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Claude' }));
    expect(screen.queryByLabelText('Base URL')).toBeNull();
    expect(screen.getByText(/stand in the configuration of this server/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    click('Edit Mine');
    click('Remove');
    api.answer(removeAiService, new Response(null, { status: 204 }));
    click('Really remove?');
    expect(await screen.findByText('AI service removed')).toBeTruthy();
  });

  it('asks for no key where none can be kept', async () => {
    api.answer(listAiServicePresets, { presets: [], canStoreKeys: false });
    renderScreen(<AiServices />);
    fireEvent.click(await screen.findByRole('button', { name: 'Add service' }));
    expect(await screen.findByText('AI_DISPATCH_KEY_RING')).toBeTruthy();
    expect(screen.queryByLabelText('API key')).toBeNull();
  });
});
