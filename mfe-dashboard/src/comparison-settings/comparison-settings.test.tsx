import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  changeComparison,
  estimateMessage,
  getComparison,
  listAnswerPresets,
  sendMessage,
  type AnswerSettings,
  type Comparison,
  type FoundConversation,
} from '@polylogue/api-contract';
import { approved } from '@polylogue/web-kit/test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { box, send, startDashboard, threeServices, type, uuid } from '../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard> | undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  dashboard?.api.restore();
  Reflect.deleteProperty(globalThis, 'EventSource');
  jest.restoreAllMocks();
});

/** The line on which a server sends its hints; jsdom has none. */
class FakeEvents {
  readonly #listeners = new Map<string, (event: { data: string }) => void>();

  constructor() {
    const listeners = this.#listeners;
    globalThis.EventSource = class {
      addEventListener = (name: string, listener: (event: { data: string }) => void) =>
        void listeners.set(name, listener);
      close = () => undefined;
    } as unknown as typeof EventSource;
  }

  emit(name: string, data: object): void {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) });
  }
}

const comparisonId = uuid(700);
const comparison = (settings?: AnswerSettings): Comparison => ({
  id: comparisonId,
  title: 'T',
  titleGiven: false,
  starred: false,
  tags: [],
  settings,
  conversations: [],
  messageCount: 2,
  preview: '',
  createdAt: '2026-11-27T10:00:00Z',
  updatedAt: '2026-11-27T10:00:00Z',
});
const timestamp = '2026-11-27T10:00:00.000Z';
const conversations = (): FoundConversation[] =>
  threeServices().map(({ name, displayName, color }, index) => ({
    id: uuid(100 + index),
    aiService: { name, displayName, color },
    title: 'T',
    comparisonId,
    messages: [],
    createdAt: timestamp,
    updatedAt: timestamp,
  }));

const start = (known: Parameters<typeof startDashboard>[0] = {}) => {
  dashboard = startDashboard(known);
  dashboard.api.answer(listAnswerPresets, []);
  return dashboard.api;
};
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Answer settings' }));
  return screen.findByRole('dialog', { name: 'How services answer' });
};
const edit = async (temperature: string) => {
  const drawer = await open();
  fireEvent.click(await within(drawer).findByRole('button', { name: 'Change' }));
  fireEvent.change(within(drawer).getByLabelText(/^Temperature/), { target: { value: temperature } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  return drawer;
};
const chip = (summary: string) => screen.findByRole('button', { name: `Settings of this comparison: ${summary}` });

describe('the settings of a comparison that is to begin', () => {
  it('stand above the box, are in the estimate, and go with its first message', async () => {
    const api = start();
    await box();
    await edit('0,2');
    expect(await chip('temperature 0.2')).toBeTruthy();
    await type('Hello');
    await waitFor(() => {
      expect(api.callsOf(estimateMessage).at(-1)?.body).toMatchObject({ settings: { systemPromptBytes: 0 } });
    });
    await send('Hello');
    await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(1));
    expect(api.callsOf(sendMessage)[0]!.body).toMatchObject({ settings: { temperature: 0.2 } });
    expect(api.callsOf(changeComparison)).toEqual([]);
  });

  it('stand with it once it has begun: they are read there, and do not go with the next one', async () => {
    const api = start();
    api.answer(getComparison, comparison({ temperature: 0.2 }));
    await box();
    await edit('0.2');
    await send('Hello');
    await waitFor(() => expect(dashboard!.streams).toHaveLength(1));
    dashboard!.streams[0]!.accept();
    await waitFor(() =>
      expect(sessionStorage.getItem(`polylogue-compose-${approved.id}`)).not.toContain('temperature'),
    );
    expect(await chip('temperature 0.2')).toBeTruthy();
  });

  it('stay in the form while it begins, and are not saved in between', async () => {
    const api = start();
    api.answer(getComparison, comparison());
    await box();
    const drawer = await open();
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Change' }));
    const typed = () => within(drawer).getByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' });
    fireEvent.change(typed(), { target: { value: 'As a lawyer.' } });
    await send('Hello');
    await waitFor(() => expect(dashboard!.streams).toHaveLength(1));
    expect(within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Saving…' }).disabled).toBe(true);
    dashboard!.streams[0]!.accept();
    const save = await within(drawer).findByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(typed().value).toBe('As a lawyer.');
    api.answer(changeComparison, comparison({ systemPrompt: 'As a lawyer.' }));
    fireEvent.click(save);
    expect(await chip('“As a lawyer.”')).toBeTruthy();
    expect(api.callsOf(changeComparison)).toMatchObject([{ body: { settings: { systemPrompt: 'As a lawyer.' } } }]);
  });

  it('say what is wrong with them, and are not kept', async () => {
    start();
    await box();
    const drawer = await edit('3');
    expect(within(drawer).getByText('The temperature must be between 0 and 2.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Settings of this comparison/ })).toBeNull();
  });
});

describe('the settings of a comparison that has begun', () => {
  const begun = (settings?: AnswerSettings) => {
    const api = start({ conversations: conversations() });
    api.answer(getComparison, comparison(settings));
    return api;
  };

  it('are shown as they are kept, are changed there, and do not go with a message', async () => {
    const api = begun({ temperature: 1 });
    expect(await chip('temperature 1')).toBeTruthy();
    api.answer(changeComparison, comparison({ temperature: 0.5 }));
    await edit('0.5');
    expect(await chip('temperature 0.5')).toBeTruthy();
    expect(api.callsOf(changeComparison)).toMatchObject([
      { url: `/api/comparisons/${comparisonId}`, body: { settings: { temperature: 0.5 } } },
    ]);
    await send('Hello');
    await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(1));
    expect(api.callsOf(sendMessage)[0]!.body).not.toHaveProperty('settings');
  });

  it('keep the focus of who comes by the keyboard: in the form, and on the way back from it', async () => {
    begun({ temperature: 1 });
    await chip('temperature 1');
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Change' }));
    expect(document.activeElement).toBe(within(drawer).getByRole('textbox', { name: 'Instructions' }));
    fireEvent.click(within(drawer).getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(within(drawer).getByRole('button', { name: 'Change' }));
  });

  it('are estimated anew once they are changed', async () => {
    const api = begun({ temperature: 1 });
    await chip('temperature 1');
    await type('Hello');
    await waitFor(() => expect(api.callsOf(estimateMessage)).toHaveLength(1));
    await screen.findByText(/^≈/);
    api.answer(changeComparison, comparison({ temperature: 0.5 }));
    await edit('0.5');
    await waitFor(() => expect(api.callsOf(estimateMessage)).toHaveLength(2));
  });

  it('are read again when a message of another page may have changed them', async () => {
    const hints = new FakeEvents();
    const api = begun({ temperature: 1 });
    await chip('temperature 1');
    api.answer(getComparison, comparison({ temperature: 0.5 }));
    act(() => hints.emit('broadcast', { broadcastId: uuid(901) }));
    expect(await chip('temperature 0.5')).toBeTruthy();
  });

  it('go into the comparison that the form was opened for', async () => {
    const [gpt, claude] = conversations();
    const other = uuid(701);
    const api = start({ conversations: [gpt!, { ...claude!, comparisonId: other }] });
    api.answer(getComparison, ({ url }: { url: string }) => ({ ...comparison(), id: url.split('/').at(-1)! }));
    fireEvent.click(await screen.findByText('Individual AI'));
    fireEvent.click(screen.getByRole('radio', { name: 'ChatGPT' }));
    const drawer = await open();
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Change' }));
    fireEvent.change(within(drawer).getByLabelText(/^Temperature/), { target: { value: '0.5' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Claude' }));
    await waitFor(() => expect(api.callsOf(getComparison).at(-1)?.url).toBe(`/api/comparisons/${other}`));
    api.answer(changeComparison, comparison({ temperature: 0.5 }));
    fireEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.callsOf(changeComparison)).toHaveLength(1));
    expect(api.callsOf(changeComparison)[0]!.url).toBe(`/api/comparisons/${comparisonId}`);
  });

  it('are removed at once', async () => {
    const api = begun({ temperature: 1 });
    await chip('temperature 1');
    api.answer(changeComparison, comparison());
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Change' }));
    fireEvent.click(within(drawer).getByRole('button', { name: 'Remove all' }));
    expect(await within(drawer).findByText('Each service answers as it would.')).toBeTruthy();
    expect(api.callsOf(changeComparison)).toMatchObject([{ body: { settings: {} } }]);
    expect(screen.queryByRole('button', { name: /^Settings of this comparison/ })).toBeNull();
  });

  it('stay in the form when they could not be saved, with the reason', async () => {
    const api = begun();
    api.answer(changeComparison, Response.json({ error: 'Away.' }, { status: 503 }));
    await waitFor(() => expect(api.callsOf(getComparison)).toHaveLength(1));
    const drawer = await edit('0.5');
    expect(await screen.findByText('The settings could not be saved')).toBeTruthy();
    expect(within(drawer).getByLabelText<HTMLInputElement>(/^Temperature/).value).toBe('0.5');
  });

  it('go with a message that begins a comparison of its own: a blind round', async () => {
    const api = begun({ temperature: 1 });
    await chip('temperature 1');
    fireEvent.click(screen.getByRole('switch', { name: /blind/i }));
    await send('Hello');
    await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(1));
    expect(api.callsOf(sendMessage)[0]!.body).toMatchObject({ blind: true, settings: { temperature: 1 } });
  });
});

describe('before a message is sent', () => {
  it('it is said which services will be asked without something', async () => {
    const services = threeServices().map((each) => (each.name === 'claude' ? { ...each, supports: [] } : each));
    start({ services });
    await box();
    await edit('0.2');
    const status = screen.getByRole('status', { name: 'Before sending' });
    await waitFor(() => expect(status.textContent).toBe('Claude will be asked without a temperature.'));
  });

  it('a variant is looked at by its preset', async () => {
    const [gpt] = threeServices();
    const variant = { ...gpt!, name: 'gpt..k3f9a2', displayName: 'ChatGPT · web', variantOf: 'gpt', supports: [] };
    const api = start({ services: [gpt!, variant] });
    api.answer(listAnswerPresets, [
      { id: 'k3f9a2', name: 'web', settings: { webSearch: true }, aiServices: ['gpt'], updatedAt: timestamp },
    ]);
    expect(await screen.findByText('ChatGPT · web will be asked without web search.')).toBeTruthy();
  });
});
