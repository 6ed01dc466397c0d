import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listSavedQueries, previewQueryText, sendMessage, type SavedQuery } from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { box, startDashboard, type, uuid } from '../dashboard/dashboard.fixture.js';

const query = (id: number, title: string, content: string, variables: SavedQuery['variables'] = []): SavedQuery => ({
  id,
  title,
  content,
  description: null,
  selectedAiServices: ['gpt'],
  isScheduled: false,
  scheduleFrequency: null,
  scheduleTime: null,
  scheduleDays: null,
  customSchedule: null,
  timeZone: 'UTC',
  isActive: true,
  lastRunAt: null,
  nextRunAt: null,
  createdAt: '2026-11-21T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
  executionsTotal: 0,
  variables,
});

let dashboard: ReturnType<typeof startDashboard>;
beforeEach(() => {
  localStorage.clear();
  dashboard = startDashboard();
  const city = [{ name: 'city', default: 'Rome' }];
  const queries = [query(7, 'News', 'News of {{date}} in {{city}}', city), query(8, 'Sorting', 'List three.')];
  dashboard.api.answer(listSavedQueries, queries);
  dashboard.api.answer(previewQueryText, { text: 'News of 2026-11-24 in Oslo', issues: [] });
});
afterEach(() => {
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

const search = () => screen.findByRole('combobox', { name: 'Search saved queries' });
const list = () => screen.getByRole('listbox', { name: 'Saved queries' });
const sent = () => dashboard.api.callsOf(sendMessage).map(({ body }) => (body as { message: string }).message);
const pressSend = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
const chooseNews = async () => {
  await type('/');
  await screen.findByRole('option', { name: /News/ });
  fireEvent.keyDown(await search(), { key: 'Enter' });
  const dialog = await screen.findByRole('dialog', { name: 'News' });
  fireEvent.change(within(dialog).getByLabelText('city'), { target: { value: 'Oslo' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Insert' }));
};

describe('the prompt library', () => {
  it('opens by a slash in the empty box, and is searched and walked by keys', async () => {
    await type('/');
    const input = await search();
    await screen.findByRole('option', { name: /News/ });
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    expect(within(list()).getByRole('option', { selected: true }).textContent).toContain('Sorting');
    fireEvent.change(input, { target: { value: 'three' } });
    expect(within(list()).getAllByRole('option')).toHaveLength(1);
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(async () => expect((await box()).value).toBe('List three.'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('group', { name: 'From Sorting' })).toBeNull();
    pressSend();
    await waitFor(() => expect(sent()).toEqual(['List three.']));
    expect(dashboard.api.callsOf(previewQueryText)).toHaveLength(0);
  });

  it('says that there is nothing, and what to do', async () => {
    dashboard.api.answer(listSavedQueries, []);
    await type('/');
    await screen.findByText('No saved queries yet');
    expect(screen.getByRole('link', { name: 'New Query' }).getAttribute('href')).toBe('/saved-queries/new');
  });

  it('asks for the values of own variables, and has the others filled when it is sent', async () => {
    await chooseNews();
    await waitFor(async () => expect((await box()).value).toBe('News of {{date}} in Oslo'));
    const chip = await screen.findByRole('group', { name: 'From News' });
    expect(chip.textContent).toContain('{{date}} filled when sent');
    fireEvent.click(within(chip).getByRole('button', { name: 'Preview' }));
    await screen.findByText('News of 2026-11-24 in Oslo');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    pressSend();
    await waitFor(() => expect(sent()).toEqual(['News of 2026-11-24 in Oslo']));
    const { body } = dashboard.api.callsOf(previewQueryText).at(-1)!;
    expect(body).toMatchObject({ content: 'News of {{date}} in Oslo', savedQueryId: 7 });
    dashboard.streams[0]!.accept();
    await waitFor(async () => expect((await box()).value).toBe(''));
    expect(localStorage.getItem(`polylogue-draft-query-${uuid(1)}`)).toBeNull();
  });

  it('sends nothing while a name has no value, and says which', async () => {
    const message = '{{x}} is not a variable of this query.';
    dashboard.api.answer(previewQueryText, { issues: [{ path: 'content', message }] });
    await chooseNews();
    await type('News of {{date}} and {{x}}');
    pressSend();
    await screen.findByText(message, { selector: '.pl-toast-text' });
    expect(sent()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Send the text as it stands' }));
    pressSend();
    await waitFor(() => expect(sent()).toEqual(['News of {{date}} and {{x}}']));
  });

  it('keeps what it is over a reload, and forgets it when the box is emptied', async () => {
    await chooseNews();
    await screen.findByRole('group', { name: 'From News' });
    dashboard.unmount();
    dashboard.api.restore();
    dashboard = startDashboard();
    await screen.findByRole('group', { name: 'From News' });
    await type('');
    await type('{{date}} of my own');
    expect(screen.queryByRole('group', { name: 'From News' })).toBeNull();
    pressSend();
    await waitFor(() => expect(sent()).toEqual(['{{date}} of my own']));
  });
});
