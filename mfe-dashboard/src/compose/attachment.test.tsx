import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sendMessageWithFile } from '@polylogue/api-contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { panel, send, startDashboard, type } from '../dashboard/dashboard.fixture.js';
import { FakeUpload } from '../dashboard/upload.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;
const all = ['gpt', 'claude', 'painter'];
const notes = (size = 2048, name = 'notes.txt') => new File([new Uint8Array(size)], name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(async () => {
  localStorage.clear();
  dashboard = startDashboard();
  await screen.findByRole('button', { name: 'Attach File' });
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('File to attach'), { target: { files } });
async function analyze(): Promise<FakeUpload> {
  FakeUpload.last = undefined;
  fireEvent.click(button('Analyze File'));
  await waitFor(() => expect(FakeUpload.last).toBeDefined());
  return FakeUpload.last!;
}

describe('an attached file', () => {
  it('shows with its size, makes the message optional, and goes again', () => {
    expect(button('Send').disabled).toBe(true);
    choose(notes());
    expect(screen.getByText('notes.txt')).toBeTruthy();
    expect(screen.getByText('2.0 KB')).toBeTruthy();
    expect(screen.getByPlaceholderText('Type your message (optional when a file is attached)')).toBeTruthy();
    expect(button('Analyze File').disabled).toBe(false);
    fireEvent.click(button('Remove notes.txt'));
    expect(screen.queryByText('notes.txt')).toBeNull();
    expect(button('Send').disabled).toBe(true);
  });

  it('is refused when too large, and the one before stays', async () => {
    choose(notes());
    const large = notes(1, 'large.pdf');
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 });
    choose(large);
    expect(await screen.findByText('File too large')).toBeTruthy();
    expect(screen.getByText('Please select a file smaller than 10MB.')).toBeTruthy();
    expect(screen.getByText('notes.txt')).toBeTruthy();
    expect(screen.queryByText('large.pdf')).toBeNull();
  });

  it('may be dropped or pasted, with others', () => {
    const files = [notes(10, 'first.md'), notes(10, 'second.md')];
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } });
    expect(screen.getByText('Drop the file to attach it')).toBeTruthy();
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });
    expect(screen.getByText('first.md')).toBeTruthy();
    expect(screen.getByText('second.md')).toBeTruthy();
    const box = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.paste(box, { clipboardData: { types: ['Files'], files: [notes(10, 'pasted.csv')] } });
    expect(screen.getByText('pasted.csv')).toBeTruthy();
    fireEvent.paste(box, { clipboardData: { types: ['text/plain', 'Files'], files: [notes(10, 'table.csv')] } });
    expect(screen.queryByText('table.csv')).toBeNull();
    fireEvent.click(button('Remove second.md'));
    expect(screen.queryByText('second.md')).toBeNull();
    expect(screen.getByText('first.md')).toBeTruthy();
  });

  it('shows a picture small, and lets its address go with it', () => {
    const made = jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:cat');
    const revoked = jest.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const cat = new File([new Uint8Array(10)], 'cat.png');
    choose(cat);
    expect(made).toHaveBeenCalledWith(cat);
    expect(document.querySelector('img[src="blob:cat"]')).toBeTruthy();
    fireEvent.click(button('Remove cat.png'));
    expect(revoked).toHaveBeenCalledWith('blob:cat');
  });

  it('is one of five at most', async () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => notes(n, `${n}.txt`));
    choose(...six);
    expect(await screen.findByText('Too many files')).toBeTruthy();
    expect(screen.getByText('At most 5 files can be attached to a message.')).toBeTruthy();
    expect(screen.getByText('5.txt')).toBeTruthy();
    expect(screen.queryByText('6.txt')).toBeNull();
    const upload = await analyze();
    act(() => void upload.goOut());
    await waitFor(() => expect(dashboard.streams).toHaveLength(1));
    const form = dashboard.api.callsOf(sendMessageWithFile)[0]!.body as FormData;
    expect(form.getAll('file').map((file) => (file as File).name)).toEqual([
      '1.txt',
      '2.txt',
      '3.txt',
      '4.txt',
      '5.txt',
    ]);
    expect(await within(panel('Claude')).findByText(/\+4$/)).toBeTruthy();
  });

  it('cannot be sent without a service', async () => {
    choose(notes());
    fireEvent.click(screen.getByRole('radio', { name: 'Selective AIs' }));
    for (const name of ['ChatGPT', 'Claude', 'Painter']) fireEvent.click(screen.getByRole('checkbox', { name }));
    await waitFor(() => expect(button('Analyze File').disabled).toBe(true));
  });

  it('is uploaded with its progress, analyzed by all, and cleared', async () => {
    choose(notes());
    await type('What is in it?');
    const upload = await analyze();
    act(() => upload.sent(0.43));
    expect(screen.getByText('43 %')).toBeTruthy();
    expect(button('Analyzing...').disabled).toBe(true);
    expect(button('Attach File').disabled).toBe(true);
    expect(within(panel('Claude')).getByText('Processing')).toBeTruthy();
    expect(within(panel('Claude')).getByText('notes.txt')).toBeTruthy();
    act(() => void upload.goOut());
    await waitFor(() => expect(dashboard.streams).toHaveLength(1));
    const stream = dashboard.streams[0]!.accept();
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    const form = dashboard.api.callsOf(sendMessageWithFile)[0]!.body as FormData;
    expect(Object.fromEntries([...form].filter(([name]) => name !== 'file'))).toEqual({
      message: 'What is in it?',
      selectedAIs: JSON.stringify(all),
      mode: 'broadcast',
    });
    expect((form.get('file') as File).name).toBe('notes.txt');
    expect(dashboard.api.callsOf(sendMessageWithFile)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    act(() => stream.finish(...all.map((name) => stream.result(name, { content: 'Notes.' }))));
    expect(await screen.findByText('File analyzed successfully')).toBeTruthy();
    expect(screen.getByText('Your file has been processed and sent to the selected AI services.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('');
    expect(button('Send').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Remove notes.txt' })).toBeNull();
  });

  it('can be taken back while it goes out: nothing is said and the text stays', async () => {
    choose(notes());
    await type('Wait');
    const upload = await analyze();
    act(() => upload.sent(0.1));
    fireEvent.click(button('Cancel upload'));
    await waitFor(() => expect(button('Send').disabled).toBe(false));
    expect(screen.getByDisplayValue('Wait')).toBeTruthy();
    expect(screen.queryByText('Error processing file')).toBeNull();
    expect(within(panel('Claude')).getByText('Connected')).toBeTruthy();
    await send('Without the file');
    await waitFor(() => expect(dashboard.streams).toHaveLength(1));
  });

  it("says the server's sentence when it cannot be read, and keeps the form", async () => {
    const refusal = { error: 'This PDF is encrypted.', code: 'encrypted', requestId: 'r' };
    dashboard.api.answer(sendMessageWithFile, Response.json(refusal, { status: 422 }));
    choose(notes(10, 'secret.pdf'));
    await type('Sum it up');
    const upload = await analyze();
    act(() => void upload.goOut());
    expect(await screen.findByText('Error processing file')).toBeTruthy();
    expect(screen.getByText('This PDF is encrypted.')).toBeTruthy();
    // The toast may come a moment before the form is free again.
    expect(await screen.findByRole('button', { name: 'Remove secret.pdf' })).toBeTruthy();
    expect(screen.getByDisplayValue('Sum it up')).toBeTruthy();
    expect(within(panel('Claude')).getByText('Connected')).toBeTruthy();
  });

  it('says so when the server was not reached', async () => {
    dashboard.api.answer(sendMessageWithFile, () => {
      throw new TypeError('Failed to fetch');
    });
    choose(notes());
    const upload = await analyze();
    act(() => void upload.goOut());
    expect(await screen.findByText('Failed to send message with file')).toBeTruthy();
  });
});
