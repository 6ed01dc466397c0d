import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { getJudgingSettings, listAiServices, listRubrics, setJudgingSettings } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import Judging from './judging.js';

const settings = {
  mode: 'by-cost',
  sampling: 1,
  judges: [],
  mostJudges: 6,
  repeats: 1,
  dailyCalls: 1_000,
  maxCharacters: 200_000,
  defaultRubricId: null,
  saved: false,
};
const id = '0191f0a0-0000-7000-8000-000000000001';
const criterion = { name: 'Kind', asks: 'Is it?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1 };
const rubric = (shared: boolean, name: string, at: string) => ({
  id: at,
  shared,
  version: 1,
  versionId: at,
  isDefault: false,
  createdAt: '2026-11-21T09:12:00.000Z',
  text: { name, criteria: [criterion] },
});
const service = (name: string, category: string) => ({
  id: name,
  name,
  displayName: name.toUpperCase(),
  color: '#777777',
  category,
  status: 'connected',
  demo: true,
});

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const rubrics = [rubric(true, 'For all', id), rubric(false, 'Mine', id.replace('01', '02'))];
  api = fakeApi([
    [getJudgingSettings, settings],
    [listAiServices, [service('gpt', 'text'), service('painter', 'image')]],
    [listRubrics, { rubrics, builtInIsDefault: true }],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

it('saves who judges, when, how often and within which budget', async () => {
  api.answer(setJudgingSettings, { ...settings, saved: true });
  renderScreen(<Judging />);
  expect(await screen.findByText('From the environment')).toBeTruthy();
  const judges = screen.getByRole('group', { name: 'Services that may judge' });
  fireEvent.click(await within(judges).findByLabelText('GPT'));
  expect(within(judges).queryByLabelText('PAINTER')).toBeNull();
  fireEvent.change(screen.getByLabelText('When replies are judged'), { target: { value: 'manual' } });
  fireEvent.change(screen.getByLabelText('Times each judge is asked'), { target: { value: '3' } });
  fireEvent.change(screen.getByLabelText('Share of messages, in %'), { target: { value: '25' } });
  fireEvent.change(screen.getByLabelText('Default extractor'), { target: { value: 'gpt' } });
  await screen.findByRole('option', { name: 'For all' });
  expect(screen.queryByRole('option', { name: 'Mine' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Default rubric'), { target: { value: id } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Replies are judged this way within seconds.')).toBeTruthy();
  expect(api.callsOf(setJudgingSettings)[0]!.body).toEqual({
    mode: 'manual',
    sampling: 0.25,
    judges: ['gpt'],
    mostJudges: 6,
    repeats: 3,
    dailyCalls: 1_000,
    maxCharacters: 200_000,
    defaultRubricId: id,
    defaultExtractor: 'gpt',
  });
});

it('says beside a field what is wrong, and saves nothing', async () => {
  renderScreen(<Judging />);
  fireEvent.change(await screen.findByLabelText('Times each judge is asked'), { target: { value: '6' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('from 1 to 5');
  expect(api.callsOf(setJudgingSettings)).toEqual([]);
});
