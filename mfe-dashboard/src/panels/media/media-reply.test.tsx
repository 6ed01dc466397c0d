import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { panel, send, startDashboard, uuid, type FakeLine } from '../../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard> | undefined;
const lineOf = async (): Promise<FakeLine> => {
  await waitFor(() => expect(dashboard?.lines[0]).toBeDefined());
  return dashboard!.lines[0]!;
};
const painter = () => within(panel('Painter'));
const media = [{ id: uuid(700), type: 'image/png', url: '/api/media/m', name: 'hills.png' }];

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard?.api.restore();
  jest.restoreAllMocks();
});

describe('a service that makes pictures', () => {
  it('tells how far it has come, shows what it made, and offers nothing that only text can do', async () => {
    dashboard = startDashboard();
    await send('Hills at dawn');
    const line = await lineOf();
    line.accept();
    const messageId = line.messageId('painter');
    line.tell('progress', { aiService: 'painter', messageId, fraction: 0.5 });
    const bar = await painter().findByRole('progressbar', { name: 'Working' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    expect(within(panel('Claude')).queryByRole('progressbar')).toBeNull();
    act(() =>
      line.finish(
        line.result('gpt', { content: 'Words.' }),
        line.result('claude', { content: 'More words.' }),
        line.result('painter', { content: '', media }),
      ),
    );
    const picture = await painter().findByRole('img', { name: 'Hills at dawn' });
    expect(picture.getAttribute('src')).toBe('/api/media/m');
    expect(painter().getByRole('link', { name: 'Download hills.png' })).toBeTruthy();
    expect(painter().queryByText('The reply is empty.')).toBeNull();
    expect(painter().queryByRole('button', { name: 'Copy the reply of Painter' })).toBeNull();
    expect(painter().queryByRole('button', { name: 'Compare the reply of Painter' })).toBeNull();
  });

  it('says under a sound what is spoken', async () => {
    dashboard = startDashboard();
    await send('Good morning');
    const line = await lineOf();
    line.accept();
    const sound = [{ id: uuid(701), type: 'audio/wav', url: '/api/media/s', name: 'good-morning.wav' }];
    act(() =>
      line.finish(
        line.result('gpt', { content: 'Words.' }),
        line.result('claude', { content: 'More words.' }),
        line.result('painter', { content: 'Good morning', media: sound }),
      ),
    );
    expect(await painter().findByLabelText('Sound: Good morning')).toBeTruthy();
    const words = painter().getByRole('region', { name: 'Spoken text' });
    await waitFor(() => expect(words.textContent).toBe('Good morning'));
  });
});
