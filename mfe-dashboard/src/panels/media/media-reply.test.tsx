import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { panel, send, startDashboard, uuid, type FakeStream } from '../../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard> | undefined;
const streamOf = async (): Promise<FakeStream> => {
  await waitFor(() => expect(dashboard?.streams[0]).toBeDefined());
  return dashboard!.streams[0]!;
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
  it('shows how far it has come, shows what it made, and offers nothing that only text can do', async () => {
    dashboard = startDashboard();
    await send('Hills at dawn');
    const stream = await streamOf();
    stream.accept();
    const messageId = stream.messageId('painter');
    stream.emit('progress', { aiService: 'painter', messageId, fraction: 0.5 });
    const bar = await painter().findByRole('progressbar', { name: 'Working' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    expect(within(panel('Claude')).queryByRole('progressbar')).toBeNull();
    act(() =>
      stream.finish(
        stream.result('gpt', { content: 'Words.' }),
        stream.result('claude', { content: 'More words.' }),
        stream.result('painter', { content: '', media }),
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
    const stream = await streamOf();
    stream.accept();
    const sound = [{ id: uuid(701), type: 'audio/wav', url: '/api/media/s', name: 'good-morning.wav' }];
    act(() =>
      stream.finish(
        stream.result('gpt', { content: 'Words.' }),
        stream.result('claude', { content: 'More words.' }),
        stream.result('painter', { content: 'Good morning', media: sound }),
      ),
    );
    expect(await painter().findByLabelText('Sound: Good morning')).toBeTruthy();
    const words = painter().getByRole('region', { name: 'Spoken text' });
    await waitFor(() => expect(words.textContent).toBe('Good morning'));
  });
});
