import { afterEach, describe, expect, it } from '@jest/globals';
import { CatalogServiceDefinition, type GenerationSettings } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { closing, fakeAi, type FakeAi } from '@polylogue/test-kit';
import { newRing, panelOf, startWithRing } from './settings.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

const settings = (of: Partial<GenerationSettings>): GenerationSettings => ({ answerSchema: false, ...of });
const row = (ai: FakeAi, more: object = {}) => ({
  name: 'a',
  displayName: 'Anna',
  provider: 'openai-compatible',
  model: 'm',
  baseUrl: ai.url,
  apiKey: 'sk',
  ...more,
});
const start = async (more?: object) => {
  const ai = add(await fakeAi());
  const service = row(ai, more);
  const running = add(await startWithRing(newRing('k1'), [service]));
  const sent = () => ai.requestsFor(service.model).at(-1)?.body as Record<string, unknown>;
  return { running, panel: panelOf(running), sent };
};

describe('how a service answers where nothing else is wanted', () => {
  it('is what an administrator says, over what the operator configured, until it is taken back', async () => {
    const { running, panel, sent } = await start({ temperature: 0.3, answers: { systemPrompt: 'Of the file.' } });
    await running.dispatch('a');
    expect(sent()).toMatchObject({ temperature: 0.3, messages: [{ content: 'Of the file.' }, { content: 'Hi' }] });

    const answerDefaults = settings({ systemPrompt: ' Be brief. ', maxOutputTokens: 500 });
    const edited = await panel.edit({ name: 'a', answerDefaults });
    expect(edited).toMatchObject({
      isAmended: true,
      answerDefaults: { systemPrompt: 'Be brief.', maxOutputTokens: 500, temperature: undefined },
    });
    const { end } = await running.dispatch('a');
    expect(sent()).toMatchObject({ max_tokens: 500, messages: [{ role: 'system', content: 'Be brief.' }, {}] });
    expect(sent()).not.toHaveProperty('temperature');
    expect(end.generation?.settings).toMatchObject({ systemPrompt: 'Be brief.', maxOutputTokens: 500 });

    await panel.edit({ name: 'a', answerDefaults: settings({}) });
    await running.dispatch('a');
    expect(sent()).not.toHaveProperty('max_tokens');
    await panel.remove('a');
    await running.dispatch('a');
    expect(sent()).toMatchObject({ temperature: 0.3 });
  });

  it('gives way to what a user wants, field by field', async () => {
    const { running, sent } = await start({ answers: { systemPrompt: 'Be brief.', temperature: 0.3 } });
    await running.dispatch('a', { settings: settings({ systemPrompt: 'Rhyme.' }) });
    expect(sent()).toMatchObject({ temperature: 0.3, messages: [{ content: 'Rhyme.' }, { content: 'Hi' }] });
  });

  it("does not reach the product's own tasks, but for the temperature", async () => {
    const answers = { systemPrompt: 'Be brief.', temperature: 0.3, maxOutputTokens: 5 };
    const { running, sent } = await start({ answers });
    await running.dispatch('a', { withoutDefaults: true });
    expect(sent()).toMatchObject({ temperature: 0.3, messages: [{ role: 'user', content: 'Hi' }] });
    expect(sent()).not.toHaveProperty('max_tokens');
  });
});

it('bounds a temperature as the model does, and says so in the catalog and in the record', async () => {
  const claude = { provider: 'anthropic', model: 'claude-opus-4-5', answers: { temperature: 1.5 } };
  const { running, sent } = await start(claude);
  const { services } = await running.client(CatalogServiceDefinition).listAiServices({});
  expect(services).toMatchObject([{ maxTemperature: 1, temperatureOrEffort: true, supports: { temperature: true } }]);

  const warm = await running.dispatch('a');
  expect(sent()).toMatchObject({ temperature: 1 });
  expect(warm.end.generation).toMatchObject({
    settings: { temperature: 1 },
    warnings: ['Anna takes a temperature of at most 1, not 1.5.'],
  });

  const reasoned = await running.dispatch('a', { settings: settings({ reasoningEffort: 'low' }) });
  expect(sent()).toHaveProperty('thinking');
  expect(sent()).not.toHaveProperty('temperature');
  expect(reasoned.end.generation).toMatchObject({
    settings: { temperature: undefined, reasoningEffort: 'low' },
    warnings: ['Anna takes a temperature or a reasoning effort, not both; the temperature was left out.'],
  });
});

describe('what no user may exceed', () => {
  it('shortens what a preset wants and says so in the record; without a wish it is the length', async () => {
    const { running, panel, sent } = await start();
    await panel.edit({ name: 'a', answerLimits: { maxOutputTokens: 200, allowsWebSearch: undefined } });
    const { end } = await running.dispatch('a', { settings: settings({ maxOutputTokens: 5000 }) });
    expect(sent()).toMatchObject({ max_tokens: 200 });
    expect(end.generation).toMatchObject({
      settings: { maxOutputTokens: 200 },
      warnings: ['Anna may answer with at most 200 tokens here, not 5000.'],
    });
    const plain = await running.dispatch('a', { withoutDefaults: true });
    expect(sent()).toMatchObject({ max_tokens: 200 });
    expect(plain.end.generation?.warnings).toEqual([]);
    await running.dispatch('a', { settings: settings({ maxOutputTokens: 20 }) });
    expect(sent()).toMatchObject({ max_tokens: 20 });
    const { services } = await running.client(CatalogServiceDefinition).listAiServices({});
    expect(services).toMatchObject([{ name: 'a', maxOutputTokens: 200 }]);
  });

  it('can be web search', async () => {
    const { running, panel } = await start({ provider: 'anthropic', model: 'claude-opus-4-5' });
    const supports = async () =>
      (await running.client(CatalogServiceDefinition).listAiServices({})).services[0]?.supports?.webSearch;
    expect(await supports()).toBe(true);
    await panel.edit({ name: 'a', answerLimits: { maxOutputTokens: undefined, allowsWebSearch: false } });
    expect(await supports()).toBe(false);
  });
});

it.each([
  ['a temperature of 3', { answerDefaults: settings({ temperature: 3 }) }, 'answerDefaults.temperature'],
  ['a longest answer of 0', { answerDefaults: settings({ maxOutputTokens: 0 }) }, 'answerDefaults.maxOutputTokens'],
  [
    'an effort that is none',
    { answerDefaults: settings({ reasoningEffort: 'most' }) },
    'answerDefaults.reasoningEffort',
  ],
  [
    'instructions of a book',
    { answerDefaults: settings({ systemPrompt: 'x'.repeat(8_001) }) },
    'answerDefaults.systemPrompt',
  ],
  [
    'a limit of a million',
    { answerLimits: { maxOutputTokens: 1_000_000, allowsWebSearch: undefined } },
    'answerLimits.maxOutputTokens',
  ],
])('%s is refused, and nothing changes', async (_what, fault, path) => {
  const { panel } = await start();
  const thrown = await panel.edit({ name: 'a', ...fault }).catch((error: unknown) => error);
  expect(AppError.is(thrown) && thrown.issues?.map((issue) => issue.path)).toEqual([path]);
  expect((await panel.list()).services[0]).toMatchObject({ isAmended: false });
});
