import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { retryMessage } from '@polylogue/api-contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeLine, panel, send, startDashboard } from '../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;
const all = ['gpt', 'claude', 'painter'];
const texts: Readonly<Record<string, string>> = {
  gpt: 'The quick brown fox',
  claude: 'The slow brown fox',
  painter: '',
};

beforeEach(async () => {
  localStorage.clear();
  dashboard = startDashboard();
  await send('Hello');
  await waitFor(() => expect(dashboard.lines).toHaveLength(1));
  const line = dashboard.lines[0]!.accept();
  act(() =>
    line.finish(
      ...all.map((name) => line.result(name, { content: texts[name]!, status: texts[name] ? 'completed' : 'failed' })),
    ),
  );
  await within(panel('ChatGPT')).findByText('The quick brown fox');
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

const choose = async (service: string, entry: string) => {
  fireEvent.click(within(panel(service)).getByRole('button', { name: `More for ${service}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

describe('the tools of a panel', () => {
  it('compare its reply with the reply of another to the same question, in words and in lines', async () => {
    expect(within(panel('Painter')).queryByRole('button', { name: /^Compare/ })).toBeNull();
    fireEvent.click(within(panel('ChatGPT')).getByRole('button', { name: 'Compare the reply of ChatGPT' }));
    const drawer = await screen.findByRole('dialog', { name: 'Compare replies' });
    const differences = within(drawer).getByRole('region', { name: 'Differences' });
    expect(differences.querySelector('del')?.textContent).toBe('quick');
    expect(differences.querySelector('ins')?.textContent).toBe('slow');
    expect(within(drawer).getByRole('status').textContent).toContain('only ChatGPT, 1 word');
    fireEvent.click(within(drawer).getByRole('radio', { name: 'Lines' }));
    await waitFor(() => expect(within(drawer).getByRole('status').textContent).toContain('only Claude, 1 line'));
    fireEvent.keyDown(drawer, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Compare replies' })).toBeNull();
  });

  it('lead to a follow-up of one service only', async () => {
    await choose('Claude', 'Follow up here only');
    expect(screen.getByRole<HTMLElement>('radio', { name: 'Claude' }).getAttribute('aria-checked')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
    await send('And then?');
    await waitFor(() => expect(dashboard.lines).toHaveLength(2));
    expect(dashboard.lines[1]?.names).toEqual(['claude']);
  });

  it('ask one service again, whatever it said', async () => {
    dashboard.api.answer(retryMessage, () => new FakeLine(['gpt']).response);
    await choose('ChatGPT', 'Ask again');
    await waitFor(() => expect(dashboard.api.callsOf(retryMessage)).toHaveLength(1));
    expect(await within(panel('ChatGPT')).findByText('Processing')).toBeTruthy();
    expect(within(panel('Claude')).queryByText('Processing')).toBeNull();
  });

  it('are a menu: arrows go round, Esc leads back to the button', async () => {
    const button = within(panel('Claude')).getByRole('button', { name: 'More for Claude' });
    fireEvent.click(button);
    const menu = await screen.findByRole('menu');
    const [first, second] = within(menu).getAllByRole('menuitem');
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first!, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});
