import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorAnswer, limits, sendAnswer } from '@polylogue/api-contract';
import { ChatRole, contractLimits, contractSentences, type ExtractTextRequest } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { Clock } from '../src/clock.js';
import { framesOf, startGateway, type RunningGateway } from './gateway.js';
import { aService, replyEvents } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;
const path = '/api/send-message-with-file';
const fields = { message: 'What is this?', selectedAIs: '["gpt"]', mode: 'selective' };

beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.broadcasts.sendMessage = () => replyEvents();
  gateway.upstreams.files.extractText = ({ content }) =>
    Promise.resolve({ text: content.toString(), type: 'text/plain', encoding: 'utf-8' });
  gateway.upstreams.servers.conversation.calls.length = 0;
  gateway.upstreams.servers['ai-dispatch'].calls.length = 0;
});

type Part = [name: string, content: string | Uint8Array<ArrayBuffer>];
const formOf = (texts: Record<string, string>, ...files: Part[]) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  for (const [name, content] of files) form.append('file', new Blob([content]), name);
  return form;
};
const post = (body: FormData | string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(gateway.url + path, { method: 'POST', body, headers: { cookie, ...headers }, ...(signal ? { signal } : {}) });
const sent = () => gateway.upstreams.servers.conversation.calls.map(({ request }) => request);

describe('POST /api/send-message-with-file', () => {
  it('gives the text of the file along, with its name, size and type', async () => {
    const key = randomUUID();
    const answer = await post(formOf(fields, ['Grüße 日本.txt', 'Cats purr.']), { 'idempotency-key': key });
    expect(answer.status).toBe(200);
    expect(sendAnswer.parse(await answer.json()).results).toMatchObject([{ aiService: 'gpt', success: true }]);
    const extraction = gateway.upstreams.servers['ai-dispatch'].calls.find(({ method }) => method === 'extractText');
    expect((extraction!.request as ExtractTextRequest).name).toBe('Grüße 日本.txt');
    expect(sent()).toMatchObject([
      {
        message: 'What is this?',
        aiServices: ['gpt'],
        idempotencyKey: key,
        attachment: {
          attachment: { name: 'Grüße 日本.txt', size: 10, type: 'text/plain' },
          text: 'Cats purr.',
          sha256: createHash('sha256').update('Cats purr.').digest('hex'),
        },
      },
    ]);
  });

  it('takes how services are to answer as JSON', async () => {
    const settings = { systemPrompt: 'Short.', maxOutputTokens: 50 };
    expect((await post(formOf({ ...fields, settings: JSON.stringify(settings) }, ['a.txt', 'One']))).status).toBe(200);
    expect(sent()).toMatchObject([{ comparisonSettings: settings }]);
    for (const [wrong, error] of [
      ['{', 'settings must be JSON.'],
      ['{"temperature":3}', 'The temperature must be between 0 and 2.'],
    ] as const) {
      const refused = await post(formOf({ ...fields, settings: wrong }, ['a.txt', 'One']));
      expect([refused.status, await refused.json()]).toMatchObject([400, { error }]);
    }
  });

  it('takes several files in their order, and pictures beside them', async () => {
    const picture = { mediaId: randomUUID(), name: 'Cat.PNG', width: 8, height: 6, firstFrame: undefined };
    gateway.upstreams.files.keepPicture = () => Promise.resolve({ picture, type: 'image/png' });
    const form = formOf(fields, ['a.txt', 'One'], ['Cat.PNG', 'pixels'], ['b.txt', 'Two']);
    expect((await post(form)).status).toBe(200);
    const calls = gateway.upstreams.servers['ai-dispatch'].calls.filter(({ method }) => /Text|Picture/.test(method));
    expect(calls.map(({ method, request }) => [method, (request as ExtractTextRequest).name])).toEqual([
      ['extractText', 'a.txt'],
      ['keepPicture', 'Cat.PNG'],
      ['extractText', 'b.txt'],
    ]);
    expect(sent()).toMatchObject([
      {
        attachment: { attachment: { name: 'a.txt' }, text: 'One' },
        moreAttachments: {
          attachments: [
            { attachment: { name: 'Cat.PNG', size: 6, type: 'image/png', picture }, text: '' },
            { attachment: { name: 'b.txt' }, text: 'Two' },
          ],
        },
      },
    ]);
  });

  it('has pages of PDFs drawn where one of the services sees, together with pictures no more than a call takes', async () => {
    const page = { mediaId: randomUUID(), name: 'a.pdf', width: 8, height: 6, page: 1, pageCount: 1 };
    const pages = { pictures: [page], isScan: false };
    gateway.upstreams.files.extractText = () => Promise.resolve({ text: 'x', type: 'application/pdf', pages });
    gateway.upstreams.files.keepPicture = () => Promise.resolve({ picture: page, type: 'image/png' });
    // What services can do is known for some seconds.
    const clock = gateway.slice.service.app.get<Clock>(Clock);
    let now = clock.now();
    clock.now = () => (now += 10_000);
    const wanted = async (sees: boolean, selectedAIs = fields.selectedAIs) => {
      const services = [{ ...aService('gpt'), sees }];
      gateway.upstreams.catalog.listAiServices = () => Promise.resolve({ services, formerServices: [] });
      const { calls } = gateway.upstreams.servers['ai-dispatch'];
      calls.length = 0;
      const form = formOf({ ...fields, selectedAIs }, ['a.pdf', 'x'], ['b.png', 'x'], ['c.PDF', 'x'], ['d.txt', 'x']);
      expect((await post(form)).status).toBe(200);
      const requests = calls.filter(({ method }) => method === 'extractText').map(({ request }) => request);
      return requests.map((request) => (request as ExtractTextRequest).maxPages);
    };
    expect(await wanted(true)).toEqual([4, 8, undefined]);
    expect(sent().at(-1)).toMatchObject({ attachment: { attachment: { name: 'a.pdf', pages }, text: 'x' } });
    expect(await wanted(false)).toEqual([undefined, undefined, undefined]);
    // Which of them sees would be a hint at who is who.
    expect(await wanted(false, JSON.stringify(['blind..a']))).toEqual([4, 8, undefined]);
  });

  it('says which of several files is wrong, and when they are too much together', async () => {
    const sentence = 'This picture has too many pixels.';
    gateway.upstreams.files.keepPicture = () => Promise.reject(new AppError('too_large', 'too_many_pixels', sentence));
    const answer = await post(formOf(fields, ['a.txt', 'x'], ['bomb.png', 'x']));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'too_many_pixels', error: `bomb.png: ${sentence}` });
    const half = 'x'.repeat(contractLimits.attachmentText / 2 + 1);
    const together = await post(formOf(fields, ['a.txt', half], ['b.txt', half]));
    expect(together.status).toBe(413);
    expect(await together.json()).toMatchObject({ code: 'too_much_text', error: contractSentences.filesTooLong });
    expect(sent()).toHaveLength(0);
  });

  it('streams when events are requested, and needs no message', async () => {
    const answer = await post(formOf({ ...fields, message: '' }, ['a.txt', 'x']), { accept: 'text/event-stream' });
    const events = [];
    for await (const { event } of framesOf(answer)) events.push(event);
    expect(events).toEqual(['accepted', 'delta', 'delta', 'reply', 'done']);
    const { message: _left, ...silent } = fields;
    expect((await post(formOf(silent, ['a.txt', 'x']))).status).toBe(200);
  });

  it('takes 10 MB and not a byte more', async () => {
    const largest = new Uint8Array(limits.attachmentBytes).fill(0x20);
    expect((await post(formOf(fields, ['a.txt', largest]))).status).toBe(200);
    const more = await post(formOf(fields, ['a.txt', new Uint8Array(limits.attachmentBytes + 1)]));
    expect(more.status).toBe(413);
    expect(await more.json()).toMatchObject({
      code: 'file_too_large',
      error: 'Please select a file smaller than 10MB.',
    });
    expect(sent()).toHaveLength(1);
  });

  it.each<[string, () => FormData | string, number, string, string | undefined]>([
    ['no file', () => formOf(fields), 400, 'invalid_input', 'Please attach a file.'],
    [
      'six files',
      () => formOf(fields, ...Array.from({ length: 6 }, (_, n): Part => [`${n}.txt`, 'x'])),
      400,
      'invalid_input',
      'At most 5 files can be attached, each in the field file.',
    ],
    [
      'no service',
      () => formOf({ ...fields, selectedAIs: '[]' }, ['a.txt', 'x']),
      400,
      'invalid_input',
      'Please select at least one AI service',
    ],
    [
      'a list that is none',
      () => formOf({ ...fields, selectedAIs: 'gpt' }, ['a.txt', 'x']),
      400,
      'invalid_input',
      'selectedAIs must be a JSON list of names.',
    ],
    ['another mode', () => formOf({ ...fields, mode: 'all' }, ['a.txt', 'x']), 400, 'invalid_input', undefined],
    [
      'individual to two',
      () => formOf({ ...fields, mode: 'individual', selectedAIs: '["a","b"]' }, ['a.txt', 'x']),
      400,
      'invalid_input',
      undefined,
    ],
    [
      'a field of the server',
      () => formOf({ ...fields, userId: 'x' }, ['a.txt', 'x']),
      400,
      'invalid_input',
      undefined,
    ],
    [
      'a message too long',
      () => formOf({ ...fields, message: 'x'.repeat(limits.messageLength + 1) }, ['a.txt', 'x']),
      400,
      'invalid_input',
      undefined,
    ],
    [
      'a field far too long',
      () => formOf({ ...fields, message: 'x'.repeat(limits.messageLength * 5) }, ['a.txt', 'x']),
      413,
      'body_too_large',
      undefined,
    ],
    [
      'fields without end',
      () => formOf(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'x'])), ['a.txt', 'x']),
      400,
      'invalid_form',
      undefined,
    ],
    ['a name too long', () => formOf(fields, [`${'x'.repeat(300)}.txt`, 'x']), 400, 'invalid_input', undefined],
    ['JSON', () => '{}', 415, 'unsupported_type', undefined],
  ])('refuses %s and spends nothing', async (_what, form, status, code, sentence) => {
    const body = form();
    const answer = await post(body, typeof body === 'string' ? { 'content-type': 'application/json' } : {});
    expect(answer.status).toBe(status);
    const said = errorAnswer.parse(await answer.json());
    expect(said.code).toBe(code);
    if (sentence) expect(said.error).toBe(sentence);
    expect(sent()).toHaveLength(0);
  });

  it('refuses a form that is cut off', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await post(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHalf',
      headers,
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_form' });
  });

  it('refuses a form whose boundary is empty', async () => {
    const answer = await post('----\r\n\r\n', { 'content-type': 'multipart/form-data; boundary=' });
    expect(answer.status).toBe(400);
    expect(errorAnswer.parse(await answer.json()).error).toBe('Please attach a file.');
  });

  it.each([
    [415, 'unsupported_type', 'not_text'],
    [422, 'unusable', 'encrypted'],
    [413, 'too_large', 'unpacked_too_large'],
  ] as const)('hands on what is wrong with a file: %i', async (status, kind, code) => {
    gateway.upstreams.files.extractText = () => Promise.reject(new AppError(kind, code, 'This file is odd.'));
    for (const accept of ['application/json', 'text/event-stream']) {
      const answer = await post(formOf(fields, ['a.pdf', 'x']), { accept });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code, error: 'This file is odd.' });
    }
    expect(sent()).toHaveLength(0);
  });

  it('lets a user send so much at a time, and gives the room back when a sender leaves in the middle', async () => {
    const busy = (await gateway.aUser()).cookie;
    const small = () => post(formOf(fields, ['a.txt', 'x']), { cookie: busy });
    const turnedAway: number[] = [];
    // Three are too many: when one is turned away, the other two are under way.
    const halves = [1, 2, 3].map(() => {
      const size = { 'content-length': 52 * 1024 * 1024 };
      const headers = { cookie: busy, 'content-type': 'multipart/form-data; boundary=x', ...size };
      const half = httpRequest(gateway.url + path, { method: 'POST', headers });
      half.on('response', ({ statusCode }) => turnedAway.push(statusCode!)).on('error', () => undefined);
      half.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHalf');
      return half;
    });
    await until(() => turnedAway.length > 0);
    expect(turnedAway).toEqual([503]);
    const refused = await small();
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'uploads_busy' });
    // Another user is not held up.
    expect((await post(formOf(fields, ['a.txt', 'x']))).status).toBe(200);
    for (const half of halves) half.destroy();
    await until(async () => (await small()).status === 200);
  });

  it('stops reading the file when its sender goes away', async () => {
    let stopped = false;
    gateway.upstreams.files.extractText = (_request, call) =>
      new Promise((_resolve, reject) =>
        call.signal.addEventListener('abort', () => {
          stopped = true;
          reject(call.signal.reason as Error);
        }),
      );
    const page = new AbortController();
    const answer = post(formOf(fields, ['a.txt', 'x']), {}, page.signal).catch((error: unknown) => error);
    await until(() => gateway.upstreams.servers['ai-dispatch'].calls.some(({ method }) => method === 'extractText'));
    page.abort();
    await answer;
    await until(() => stopped);
    expect(sent()).toHaveLength(0);
  });
});

describe('the context of a reply and the pin', () => {
  it('GET /api/messages/{id}/context', async () => {
    const id = randomUUID();
    gateway.upstreams.contexts.getContext = ({ messageId }) =>
      Promise.resolve({ messageId, aiService: 'gpt', messages: [{ role: ChatRole.USER, content: 'Hi' }] });
    const answer = await gateway.ask(`/api/messages/${id}/context`, { cookie });
    expect(await answer.json()).toEqual({
      messageId: id,
      aiService: 'gpt',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect((await gateway.ask('/api/messages/x/context', { cookie })).status).toBe(400);
  });

  it('GET /api/messages/{id}/request', async () => {
    const id = randomUUID();
    const sent = { method: 'POST', path: '/chat/completions', headers: [{ name: 'accept', value: '*/*' }], body: '{}' };
    const digest = { sha256: 'ab', bytes: 2 };
    gateway.upstreams.contexts.getSentRequest = ({ messageId }) =>
      Promise.resolve({ messageId, aiService: 'gpt', request: { ...sent, digest }, isAsSent: true });
    const answer = await gateway.ask(`/api/messages/${id}/request`, { cookie });
    expect(await answer.json()).toEqual({ messageId: id, aiService: 'gpt', ...sent, ...digest, isAsSent: true });
    gateway.upstreams.contexts.getSentRequest = ({ messageId }) =>
      Promise.resolve({ messageId, aiService: 'gpt', request: { ...sent, digest } });
    const old = await gateway.ask(`/api/messages/${id}/request`, { cookie });
    expect(await old.json()).toMatchObject({ isAsSent: null });
    expect((await gateway.ask('/api/messages/x/request', { cookie })).status).toBe(400);
  });

  it('PUT /api/broadcasts/{id}/pin', async () => {
    gateway.upstreams.pins.pinReply = ({ messageId }) => Promise.resolve({ messageId });
    const [broadcastId, messageId] = [randomUUID(), randomUUID()];
    const put = (body: unknown) => gateway.ask(`/api/broadcasts/${broadcastId}/pin`, { method: 'PUT', body, cookie });
    expect(await (await put({ messageId })).json()).toEqual({ messageId });
    expect(await (await put({ messageId: null })).json()).toEqual({ messageId: null });
    expect(gateway.upstreams.servers.conversation.calls.map(({ request }) => request)).toEqual([
      { broadcastId, messageId },
      { broadcastId, messageId: undefined },
    ]);
    for (const body of [{}, { messageId: 'x' }, { messageId: null, userId: randomUUID() }]) {
      expect((await put(body)).status).toBe(400);
    }
  });
});
