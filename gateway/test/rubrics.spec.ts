import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { judgingSettings, listRubrics, rubric as rubricShape } from '@polylogue/api-contract';
import type { JudgingSettings, Rubric } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;
let admin: string;
beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie } = await gateway.aUser());
  ({ cookie: admin } = await gateway.aUser('admin'));
});
afterAll(() => gateway.close());
beforeEach(() => void (gateway.upstreams.servers.quality.calls.length = 0));

const criterion = { name: 'Kind', asks: 'Is it?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1, flagBelow: 60 };
const text = { name: 'Tone', criteria: [criterion] };
const stored = (change: Partial<Rubric> = {}): Rubric => ({
  id: randomUUID(),
  number: 2,
  isShared: false,
  isDefault: false,
  text,
  createdAt: new Date('2026-11-21T09:12:00Z'),
  versionId: randomUUID(),
  ...change,
});
const calls = () => gateway.upstreams.servers.quality.calls;
const ask = (method: string, path: string, body?: unknown, as = cookie) =>
  gateway.ask(path, { method, cookie: as, body });

describe('rubrics', () => {
  it('are listed, made, changed by adding a version, and removed', async () => {
    const one = stored();
    gateway.upstreams.rubrics.listRubrics = () => Promise.resolve({ rubrics: [one], isBuiltInDefault: true });
    gateway.upstreams.rubrics.saveRubric = () => Promise.resolve(one);
    gateway.upstreams.rubrics.removeRubric = () => Promise.resolve({});
    const shown = { id: one.id, version: 2, versionId: one.versionId, shared: false, isDefault: false, text };
    const listed = listRubrics.answer!.parse(await (await ask('GET', '/api/rubrics')).json());
    expect(listed).toMatchObject({ rubrics: [shown], builtInIsDefault: true });
    const made = await ask('POST', '/api/rubrics', { text });
    expect(made.status).toBe(201);
    expect(rubricShape.parse(await made.json())).toMatchObject(shown);
    expect((await ask('PUT', `/api/rubrics/${one.id}`, { text })).status).toBe(200);
    expect((await ask('DELETE', `/api/rubrics/${one.id}`)).status).toBe(204);
    const requests = calls().map(({ request }) => request);
    expect(requests.slice(1)).toMatchObject([
      { text, isShared: false },
      { rubricId: one.id, text },
      { rubricId: one.id },
    ]);
  });

  it('that are faulty are refused beside the field, and server-owned fields altogether', async () => {
    const refused = await ask('POST', '/api/rubrics', { text: { ...text, criteria: [{ ...criterion, weight: 101 }] } });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { issues: [{ path: 'text.criteria.0.weight', message: 'A weight is a whole number from 0 to 100.' }] },
    ]);
    expect((await ask('POST', '/api/rubrics', { text, version: 7 })).status).toBe(400);
    expect((await ask('PUT', `/api/rubrics/${randomUUID()}`, { text, shared: true })).status).toBe(400);
    expect(calls()).toEqual([]);
  });

  it('are for those who are approved, and another’s are as if they were not there', async () => {
    const waiting = await gateway.aUser('unapproved');
    expect((await ask('POST', '/api/rubrics', { text }, waiting.cookie)).status).toBe(403);
    expect((await gateway.ask('/api/rubrics')).status).toBe(401);
    gateway.upstreams.rubrics.saveRubric = () => {
      throw new AppError('not_found', 'rubric_not_found', 'There is no such rubric.');
    };
    expect((await ask('PUT', `/api/rubrics/${randomUUID()}`, { text })).status).toBe(404);
  });

  it('show the prompt that a judge would be sent', async () => {
    gateway.upstreams.rubrics.previewRubric = () => Promise.resolve({ system: 'You assess.', user: 'This.' });
    const answer = await ask('POST', '/api/rubrics/preview', { text });
    expect(await answer.json()).toEqual({ system: 'You assess.', user: 'This.' });
  });
});

describe('the settings of judging', () => {
  const kept: JudgingSettings = {
    mode: '',
    sampling: 0.5,
    judges: ['gpt'],
    mostJudges: 4,
    repeats: 2,
    dailyCalls: 100,
    maxCharacters: 50_000,
    isSaved: false,
  };
  const shown = {
    ...kept,
    mode: 'by-cost',
    defaultRubricId: null,
    defaultExtractor: null,
    saved: false,
    isSaved: undefined,
  };
  const { isSaved: _isSaved, saved: _saved, ...body } = shown;

  it('are read and replaced by administrators', async () => {
    gateway.upstreams.judgingSettings.getJudgingSettings = () => Promise.resolve(kept);
    gateway.upstreams.judgingSettings.setJudgingSettings = ({ settings }) => Promise.resolve(settings!);
    const read = await ask('GET', '/api/admin/judging-settings', undefined, admin);
    expect(judgingSettings.parse(await read.json())).toEqual({ ...body, saved: false });
    const defaultRubricId = randomUUID();
    const changed = { ...body, mode: 'manual', defaultRubricId, defaultExtractor: 'gpt' };
    const saved = await ask('PUT', '/api/admin/judging-settings', changed, admin);
    expect(judgingSettings.parse(await saved.json())).toEqual({ ...changed, saved: true });
    expect(calls().at(-1)!.request).toEqual({
      settings: { ...kept, mode: 'manual', defaultRubricId, defaultExtractor: 'gpt', isSaved: true },
    });
    const asSent = async (defaultExtractor: string | null | undefined) => {
      await ask('PUT', '/api/admin/judging-settings', { ...body, defaultExtractor }, admin);
      return (calls().at(-1)!.request as { settings: JudgingSettings }).settings.defaultExtractor;
    };
    // A page of the version before does not send it, and it stays as it is.
    expect([await asSent(null), await asSent(undefined)]).toEqual(['', undefined]);
  });

  it('are for nobody else, and refused where they make no sense', async () => {
    expect((await ask('GET', '/api/admin/judging-settings')).status).toBe(403);
    expect((await ask('PUT', '/api/admin/judging-settings', body)).status).toBe(403);
    const faulty = await ask('PUT', '/api/admin/judging-settings', { ...body, repeats: 9 }, admin);
    expect([faulty.status, await faulty.json()]).toMatchObject([
      400,
      { issues: [{ path: 'repeats', message: 'How often a judge is asked is a whole number from 1 to 5.' }] },
    ]);
  });
});
