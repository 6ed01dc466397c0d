import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AiService } from '@polylogue/api-contract';
import { AnswerPreset, ChangeAnswerPresetRequest, Conversation, FoundConversation } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';
import { aService } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;

const at = new Date('2026-03-04T05:06:07.089Z');
const kept = AnswerPreset.fromPartial({
  id: 'k3f9a2',
  fields: { name: 'terse', settings: { systemPrompt: 'Short.', temperature: 0.2 }, aiServices: ['gpt'] },
  updatedAt: at,
});
const shown = {
  id: 'k3f9a2',
  name: 'terse',
  settings: { systemPrompt: 'Short.', temperature: 0.2 },
  aiServices: ['gpt'],
  updatedAt: at.toISOString(),
};
const body = { name: 'terse', settings: { systemPrompt: 'Short.', temperature: 0.2 }, aiServices: ['gpt'] };

beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie } = await gateway.aUser());
  Object.assign(gateway.upstreams.answerPresets, {
    listAnswerPresets: () => Promise.resolve({ presets: [kept] }),
    createAnswerPreset: () => Promise.resolve(kept),
    changeAnswerPreset: () => Promise.resolve(kept),
    deleteAnswerPreset: () => Promise.resolve({}),
  });
});
afterAll(() => gateway.close());

const ask = async (path: string, options: object = {}) => {
  const answer = await gateway.ask(path, { cookie, ...options });
  return { status: answer.status, json: answer.status === 204 ? undefined : await answer.json() };
};

describe('/api/answer-presets', () => {
  it('lists, creates, changes and deletes', async () => {
    expect(await ask('/api/answer-presets')).toEqual({ status: 200, json: [shown] });
    expect(await ask('/api/answer-presets', { method: 'POST', body })).toEqual({ status: 201, json: shown });
    expect(await ask('/api/answer-presets/k3f9a2', { method: 'PUT', body })).toEqual({ status: 200, json: shown });
    const { request } = gateway.upstreams.servers.conversation.calls.at(-1)!;
    expect(request as ChangeAnswerPresetRequest).toMatchObject({ id: 'k3f9a2', fields: { name: 'terse' } });
    expect((await ask('/api/answer-presets/k3f9a2', { method: 'DELETE' })).status).toBe(204);
  });

  it.each([
    [{ ...body, name: ' ' }, 'Give the preset a name.'],
    [{ ...body, name: 'x'.repeat(10_000) }, 'A name can have at most 40 characters.'],
    [{ ...body, settings: { temperature: 2.1 } }, 'The temperature must be between 0 and 2.'],
    [{ ...body, settings: { maxOutputTokens: 0.5 } }, 'The longest answer must be between 1 and 200000 tokens.'],
    [{ ...body, settings: { reasoningEffort: 'much' } }, 'The reasoning effort must be low, medium or high.'],
  ])('says which limit %j breaks', async (body, error) => {
    expect(await ask('/api/answer-presets', { method: 'POST', body })).toMatchObject({ status: 400, json: { error } });
  });

  it('has nothing under what cannot be an id', async () => {
    expect((await ask('/api/answer-presets/K3F9A2', { method: 'DELETE' })).status).toBe(404);
  });
});

describe('a variant', () => {
  const name = 'gpt..k3f9a2';

  it('stands behind its service where variants are asked for', async () => {
    expect((await ask('/api/ai-services')).json).toMatchObject([{ name: 'gpt' }]);
    const { json } = await ask('/api/ai-services?variants=true&former=true');
    expect(json).toMatchObject([{ name: 'gpt' }, { id: name, name, variantOf: 'gpt', displayName: 'GPT · terse' }]);
  });

  it('takes what its service takes', async () => {
    const { catalog } = gateway.upstreams;
    const usual = catalog.listAiServices!;
    const bounds = { maxTemperature: 1, temperatureOrEffort: true };
    catalog.listAiServices = () =>
      Promise.resolve({ services: [{ ...aService('gpt'), ...bounds }], formerServices: [] });
    const { json } = await ask('/api/ai-services?variants=true');
    expect(json).toMatchObject([
      { name: 'gpt', ...bounds },
      { name, ...bounds },
    ]);
    catalog.listAiServices = usual;
  });

  it('is left out while its preset cannot be read, and its service is not', async () => {
    const { answerPresets } = gateway.upstreams;
    const usual = answerPresets.listAnswerPresets!;
    answerPresets.listAnswerPresets = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
    const { status, json } = await ask('/api/ai-services?variants=true');
    expect([status, json]).toEqual([200, [expect.objectContaining({ name: 'gpt' })]]);
    answerPresets.listAnswerPresets = usual;
  });

  it('is a former one once its preset is deleted, listed where both are asked for', async () => {
    const { answerPresets } = gateway.upstreams;
    const usual = answerPresets.listAnswerPresets!;
    const gone = Array.from({ length: 51 }, (_, nr) =>
      AnswerPreset.fromPartial({ ...kept, id: `gone${nr + 10}`, isDeleted: true }),
    );
    answerPresets.listAnswerPresets = ({ deleted }) => Promise.resolve({ presets: deleted ? [...gone, kept] : [kept] });
    const listed = async (query: string) => (await ask(`/api/ai-services?${query}`)).json as AiService[];
    const both = await listed('variants=true&former=true');
    // Of those deleted the last fifty.
    expect(both.filter(({ former }) => former).map((each) => each.name)).toEqual(
      gone.slice(1).map(({ id }) => `gpt..${id}`),
    );
    expect(both.find(({ former }) => former)).toMatchObject({ displayName: 'GPT · terse', variantOf: 'gpt' });
    expect(both.filter(({ former }) => !former).map((each) => each.name)).toEqual(['gpt', name]);
    expect((await listed('variants=true')).map((each) => each.name)).toEqual(['gpt', name]);
    expect((await listed('former=true')).map((each) => each.name)).toEqual(['gpt']);
    answerPresets.listAnswerPresets = usual;
  });

  it('goes with its service, and what it wrote stays under its name', async () => {
    const { catalog, history } = gateway.upstreams;
    const usual = catalog.listAiServices!;
    catalog.listAiServices = () => Promise.resolve({ services: [], formerServices: [aService('gpt')] });
    const { json } = await ask('/api/ai-services?variants=true&former=true');
    expect(json).toEqual([
      expect.objectContaining({ name: 'gpt', former: true }),
      expect.objectContaining({ name, displayName: 'GPT · terse', variantOf: 'gpt', former: true }),
    ]);
    expect((await ask('/api/ai-services?variants=true')).json).toEqual([]);
    history.findConversations = async function* () {
      yield { item: { $case: 'head', head: { total: 1, nextCursor: '' } } };
      const conversation = Conversation.fromPartial({
        id: crypto.randomUUID(),
        aiService: name,
        createdAt: at,
        updatedAt: at,
      });
      const found = [FoundConversation.fromPartial({ conversation })];
      yield await Promise.resolve({ item: { $case: 'batch' as const, batch: { found } } });
    };
    expect((await ask('/api/conversations?includeAll=true&limit=5')).json).toMatchObject([
      { aiService: { name, displayName: 'GPT · terse' } },
    ]);
    catalog.listAiServices = usual;
  });

  it('is called by its preset in what was written, also by one that is deleted; else by its service', async () => {
    const conversation = (aiService: string) =>
      FoundConversation.fromPartial({
        conversation: Conversation.fromPartial({ id: crypto.randomUUID(), aiService, createdAt: at, updatedAt: at }),
      });
    gateway.upstreams.history.findConversations = async function* () {
      yield { item: { $case: 'head', head: { total: 2, nextCursor: '' } } };
      yield await Promise.resolve({
        item: { $case: 'batch' as const, batch: { found: [conversation(name), conversation('gpt..aaaaaa')] } },
      });
    };
    const { json } = await ask('/api/conversations?includeAll=true&limit=5');
    expect(json).toMatchObject([
      { aiService: { name, displayName: 'GPT · terse' } },
      { aiService: { name: 'gpt..aaaaaa', displayName: 'GPT' } },
    ]);
  });
});
