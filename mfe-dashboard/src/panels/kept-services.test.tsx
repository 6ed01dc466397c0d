import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  clearDashboard,
  listAiServices,
  listAnswerPresets,
  listConversations,
  type AiService,
  type Conversation,
  type SendResult,
} from '@polylogue/api-contract';
import { renderScreen } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import Dashboard from '../dashboard/dashboard.js';
import { broadcastId, panel, startDashboard, threeServices, uuid } from '../dashboard/dashboard.fixture.js';
import { storedConversations } from '../dashboard/stored-conversations.fixture.js';

type Started = ReturnType<typeof startDashboard>;
let dashboard: Started | undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard?.api.restore();
  jest.restoreAllMocks();
});

const [gpt, claude] = threeServices() as [AiService, AiService];
const terse: AiService = { ...gpt, id: 'gpt..k3f9a2', name: 'gpt..k3f9a2', displayName: 'ChatGPT · terse' };
const preset = {
  id: 'k3f9a2',
  name: 'terse',
  settings: {},
  aiServices: ['gpt'],
  updatedAt: '2026-11-24T04:00:00.000Z',
};

const storedReply = (aiService: string, known: Partial<SendResult> = {}): SendResult =>
  ({
    aiService,
    conversationId: uuid(100),
    messageId: uuid(200),
    success: true,
    status: 'completed',
    content: 'As it was',
    ...known,
  }) as SendResult;
const conversationOf = (service: AiService, known?: Partial<SendResult>): Conversation[] =>
  storedConversations([service], [{ message: 'Why?', broadcastId, results: [storedReply(service.name, known)] }]);

interface Known {
  offered?: AiService[];
  former?: AiService[];
  conversations: Conversation[];
  presets?: unknown;
}

/** The dashboard of a user whose conversations are older than what is offered now. */
function start({ offered = [gpt], former = [], conversations, presets = [] }: Known): Started {
  dashboard = startDashboard({ services: offered, conversations });
  const all = [...offered, ...former.map((service) => ({ ...service, former: true }))];
  dashboard.api.answer(listAiServices, ({ url }: { url: string }) => (url.includes('former=true') ? all : offered));
  dashboard.api.answer(listAnswerPresets, presets);
  return dashboard;
}

const menuOf = async (name: string) => {
  fireEvent.click(within(panel(name)).getByRole('button', { name: `More for ${name}` }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};
const askAgainLikeThis = async (name: string) => {
  await menuOf(name);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Ask again like this' }));
  return within(await screen.findByRole('dialog', { name: 'Ask again like this' }));
};
const gone = (name: string) => `${name} is no longer offered. What it wrote stays here and in history.`;

describe('a variant whose preset was deleted', () => {
  it('keeps its panel with what it wrote, says so, and cannot be asked', async () => {
    start({ conversations: conversationOf(terse) });
    expect(await screen.findByText(gone('ChatGPT · terse'))).toBeTruthy();
    expect(await within(panel('ChatGPT · terse')).findByText('As it was')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'ChatGPT · terse' })).toBeNull();
    expect(screen.getByText('1 AI service available')).toBeTruthy();
    const entries = await menuOf('ChatGPT · terse');
    expect(entries).toContain('Show what was sent');
    expect(entries).not.toContain('Ask again');
    expect(entries).not.toContain('Follow up here only');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Show what was sent' }));
    expect(await screen.findByRole('dialog', { name: 'What ChatGPT · terse was sent' })).toBeTruthy();
  });

  it('goes from the dashboard when that is cleared', async () => {
    const { api } = start({ conversations: conversationOf(terse) });
    await screen.findByText(gone('ChatGPT · terse'));
    api.answer(clearDashboard, { cleared: 1 });
    api.answer(listConversations, []);
    fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'ChatGPT · terse' })).toBeNull());
  });

  it('has no panel where nothing of it stands on the dashboard', async () => {
    const [empty] = conversationOf(terse);
    start({ conversations: [{ ...empty!, messages: [] }, ...conversationOf(gpt)] });
    await within(await screen.findByRole('region', { name: 'ChatGPT' })).findByText('As it was');
    expect(screen.queryByRole('region', { name: 'ChatGPT · terse' })).toBeNull();
  });
});

it('a variant that is only missing from the list keeps its panel, and nothing is said of it', async () => {
  start({ conversations: conversationOf(terse), presets: [preset] });
  await within(await screen.findByRole('region', { name: 'ChatGPT · terse' })).findByText('As it was');
  await waitFor(() => expect(dashboard!.api.callsOf(listAnswerPresets)).toHaveLength(1));
  expect(screen.queryByText(/no longer offered/)).toBeNull();
  expect(await menuOf('ChatGPT · terse')).toContain('Ask again');
});

it('says nothing of services that are not read yet', async () => {
  const { api, unmount } = start({ conversations: conversationOf(claude), offered: [gpt, claude] });
  unmount();
  let answer!: (services: AiService[]) => void;
  api.answer(listAiServices, () => new Promise((resolve) => (answer = resolve)));
  renderScreen(<Dashboard />);
  await waitFor(() => expect(api.callsOf(listConversations)).toHaveLength(2));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText(/no longer offered/)).toBeNull();
  answer([gpt, claude]);
  await within(await screen.findByRole('region', { name: 'Claude' })).findByText('As it was');
  expect(screen.queryByText(/no longer offered/)).toBeNull();
});

describe('a service that was removed', () => {
  const failed = { success: false, status: 'failed', errorCode: 'invalid_key', error: 'The key was refused.' } as const;

  it('keeps its panel; a reply that failed says why, and cannot be asked for again', async () => {
    start({ former: [claude], conversations: conversationOf(claude, { ...failed, content: '' }) });
    expect(await screen.findByText(gone('Claude'))).toBeTruthy();
    const { getByText, queryByText, queryByRole } = within(panel('Claude'));
    expect(getByText('The key was refused.')).toBeTruthy();
    expect(queryByText('Connection Error')).toBeNull();
    expect(queryByRole('button', { name: /Retry/ })).toBeNull();
  });

  it('keeps it also when no other service is left', async () => {
    start({ offered: [], former: [claude], conversations: conversationOf(claude) });
    expect(await screen.findByText(gone('Claude'))).toBeTruthy();
    expect(screen.queryByText('No AI services yet')).toBeNull();
  });
});

describe('a round that is asked again', () => {
  const choices = ({ queryAllByRole }: Awaited<ReturnType<typeof askAgainLikeThis>>) =>
    queryAllByRole<HTMLInputElement>('checkbox').map(({ checked, parentElement }) => [
      parentElement?.textContent,
      checked,
    ]);

  it('says which of its services are no longer offered', async () => {
    start({ former: [claude], conversations: [...conversationOf(gpt), ...conversationOf(claude)] });
    await screen.findByText(gone('Claude'));
    const drawer = await askAgainLikeThis('Claude');
    expect(drawer.getByText('Claude is no longer offered.')).toBeTruthy();
    expect(choices(drawer)).toEqual([['ChatGPT', true]]);
  });

  it('says what to do where none of them is', async () => {
    start({ former: [claude], conversations: [...conversationOf(terse), ...conversationOf(claude)] });
    await screen.findByText(gone('ChatGPT · terse'));
    const drawer = await askAgainLikeThis('Claude');
    const sentence = 'ChatGPT · terse and Claude are no longer offered. Choose other services to ask.';
    expect(drawer.getByText(sentence)).toBeTruthy();
    expect(choices(drawer)).toEqual([['ChatGPT', false]]);
  });

  it('does not ask to choose where nothing is offered', async () => {
    start({ offered: [], former: [claude], conversations: conversationOf(claude) });
    await screen.findByText(gone('Claude'));
    expect((await askAgainLikeThis('Claude')).getByText('Claude is no longer offered.')).toBeTruthy();
  });

  it('can go to a variant that is only missing from the list', async () => {
    start({ conversations: conversationOf(terse), presets: [preset] });
    await within(await screen.findByRole('region', { name: 'ChatGPT · terse' })).findByText('As it was');
    const drawer = await askAgainLikeThis('ChatGPT · terse');
    expect(choices(drawer)).toEqual([
      ['ChatGPT', false],
      ['ChatGPT · terse', true],
    ]);
    expect(drawer.queryByText(/no longer offered/)).toBeNull();
  });
});
