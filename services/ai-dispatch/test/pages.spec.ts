import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChatRole,
  DispatchServiceDefinition,
  FilesServiceDefinition,
  MediaServiceDefinition,
  type DispatchEnd,
  type Picture,
} from '@polylogue/proto';
import { aPdf, aPdfOf, aUser, callerToken } from '@polylogue/test-kit';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { drawPagesApart, usualLimits } from '../src/files/file-reader.js';
import { startRunning, type Running } from './running.js';
import { pathOf, startVendorServer } from './vendor-server.js';

const root = join(import.meta.dirname, '../../..');
let running: Running;
let vendor: Awaited<ReturnType<typeof startVendorServer>>;

beforeAll(async () => {
  // The process that reads files runs what was compiled.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const build = [join(root, 'packages/build-kit/src/build-node.js'), 'services/ai-dispatch'];
  execFileSync(process.execPath, build, { cwd: root, env });
  vendor = await startVendorServer();
  const rows = [true, false].map((sees) => {
    const name = sees ? 'sees' : 'blind';
    const baseUrl = vendor.url + pathOf('openai');
    return { name, displayName: name, provider: 'openai' as const, model: 'hello', baseUrl, sees, apiKey: 'sk-test' };
  });
  running = await startRunning(rows, { retries: { delaysMs: [10] } });
});
afterAll(async () => {
  await running?.close();
  await vendor?.close();
});

type User = ReturnType<typeof aUser>;
const token = (user: User) => ({ callerToken: callerToken(user) });
const extract = (content: Buffer, maxPages: number | 'unsaid' = 10, user = aUser()) =>
  running
    .client(FilesServiceDefinition)
    .extractText(
      { name: 'report.pdf', content, ...(maxPages !== 'unsaid' && { maxPages }) },
      { ...token(user), deadlineMs: 60_000 },
    );

async function bytesOf(id: string, user: User): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const stream = running.client(MediaServiceDefinition).readMedia({ id, from: 0, length: 0 }, token(user));
  for await (const { bytes } of stream) pieces.push(bytes);
  return Buffer.concat(pieces);
}
const manyPages = (count: number) => Array.from({ length: count }, (_, index) => `Page ${index + 1}`);

describe('pages of a PDF', () => {
  it('are drawn, the first of them, and kept for their owner as pictures are', async () => {
    const user = aUser();
    const { text, type, pages } = await extract(aPdfOf(['Cats purr', '', 'Dogs bark']), 2, user);
    expect({ text, type, isScan: pages!.isScan }).toEqual({
      text: expect.stringContaining('Dogs bark'),
      type: 'application/pdf',
      isScan: false,
    });
    expect(pages!.pictures).toEqual(
      [1, 2].map((page) => {
        const size = { width: 1_212, height: 1_568, firstFrame: undefined };
        return { mediaId: expect.any(String), name: 'report.pdf', ...size, page, pageCount: 3 };
      }),
    );
    const [first, second] = pages!.pictures as [Picture, Picture];
    const kept = await bytesOf(first.mediaId, user);
    expect(kept.length).toBeLessThanOrEqual(1024 * 1024);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 1_212, height: 1_568 });
    // The letters stand at the top of the first page; the square at the bottom left of the second.
    const darkest = async (id: string, top: number) => {
      const part = sharp(await bytesOf(id, user)).extract({ left: 0, top, width: 600, height: 150 });
      return Math.min(...(await part.greyscale().raw().toBuffer()));
    };
    expect(await darkest(first.mediaId, 100)).toBeLessThan(60);
    expect(await darkest(first.mediaId, 1_400)).toBeGreaterThan(240);
    expect(await darkest(second.mediaId, 100)).toBeGreaterThan(240);
    expect(await darkest(second.mediaId, 1_400)).toBeLessThan(60);
    await expect(bytesOf(first.mediaId, aUser())).rejects.toMatchObject({ code: 'media_not_found' });
    const { media } = await running.client(MediaServiceDefinition).getMedia({ id: first.mediaId }, token(user));
    expect(media?.name).toBe('report page 1.png');
  });

  it('are never more than go with a call, however many there are and whoever asks', async () => {
    const { pages } = await extract(aPdfOf(manyPages(300)), 1_000_000);
    expect(pages!.pictures.map(({ page, pageCount }) => [page, pageCount])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, 300]),
    );
    const { signal } = new AbortController();
    expect(await drawPagesApart(aPdfOf(manyPages(10_000)), 2, signal)).toHaveLength(2);
    // Its text takes longer than a file may take.
    await expect(extract(aPdfOf(manyPages(30_000)))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('make a scan readable; where none are wanted it is refused as before', async () => {
    const { text, pages } = await extract(aPdf(''), 10);
    expect({ text, isScan: pages!.isScan, count: pages!.pictures.length }).toEqual({
      text: '',
      isScan: true,
      count: 1,
    });
    for (const maxPages of ['unsaid', 0, -1] as const) {
      await expect(extract(aPdf(''), maxPages)).rejects.toMatchObject({ code: 'scanned' });
    }
    expect((await extract(aPdf('Cats purr'), 'unsaid')).pages).toBeUndefined();
  });

  it.each<[string, Buffer, number, number]>([
    ['a page as long as a street', aPdfOf(['x'], { width: 100, height: 14_400_000 }), 11, 1_568],
    ['a page without a size', aPdfOf(['x'], { width: 0, height: 0 }), 1_212, 1_568],
    ['a page as small as a stamp', aPdfOf(['x'], { width: 30, height: 30 }), 90, 90],
  ])('cost what they may, whatever they claim: %s', async (_what, content, width, height) => {
    const [page] = (await extract(content)).pages?.pictures ?? [];
    expect(Math.abs((page?.width ?? width) - width)).toBeLessThan(12);
    expect(page?.height ?? height).toBeLessThanOrEqual(1_568);
    expect((await extract(aPdf('Fine'))).pages?.pictures).toHaveLength(1);
  });

  it.each<[string, () => Buffer, string]>([
    ['one with a password', () => aPdf('secret', true), 'encrypted'],
    ['one cut off', () => aPdf('x').subarray(0, 60), 'corrupt'],
    ['one that is none', () => Buffer.from('Hello'), 'not_what_it_says'],
  ])('of %s are none, and a sentence says why', async (_what, content, code) => {
    await expect(extract(content())).rejects.toMatchObject({ code });
  });

  it('that take too long are left out, and those before them are kept', async () => {
    const { signal } = new AbortController();
    // Each of its commands paints the whole page; a page has hundreds of thousands of them.
    const heavy = aPdfOf(['Cats purr', `x) Tj ET ${'0 0 612 792 re f '.repeat(400_000)} BT (y`, 'Dogs bark']);
    const drawn = await drawPagesApart(heavy, 10, signal, { ...usualLimits, cpuMilliseconds: 1_500 });
    expect(drawn.map(({ page }) => page)).toEqual([1]);
    expect(await drawPagesApart(heavy, 10, signal, { ...usualLimits, milliseconds: 1 })).toEqual([]);
    expect(await drawPagesApart(heavy, 10, signal, { ...usualLimits, residentMegabytes: 1 })).toEqual([]);
    expect(await drawPagesApart(Buffer.from('%PDF-1.4 nothing'), 10, signal)).toEqual([]);
  });

  it('end with their reader', async () => {
    await expect(drawPagesApart(aPdf('x'), 1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});

describe('a thread with a document whose pages were drawn', () => {
  async function ask(aiService: string, pictures: Picture[], user: User, content = 'What is on page 2?') {
    const request = {
      callId: randomUUID(),
      aiService,
      messages: [{ role: ChatRole.USER, content, pictures: { pictures } }],
    };
    let end: DispatchEnd | undefined;
    for await (const { event } of running.client(DispatchServiceDefinition).dispatch(request, token(user))) {
      if (event?.$case === 'end') end = event.end;
    }
    return { body: vendor.requestsFor('openai-hello').at(-1)!.body, end: end! };
  }

  it('gives the pages to a service that sees and says which they are, and names them to another', async () => {
    const user = aUser();
    const { pages } = await extract(aPdfOf(manyPages(12)), 4, user);
    const seen = await ask('sees', pages!.pictures, user);
    expect(seen.body.match(/data:image\/png/g)).toHaveLength(4);
    expect(seen.body).toContain('[Pages 1 to 4 of 12 of report.pdf – shown as pictures]');
    expect(seen.end.generation?.sawPictures).toBe(true);
    const answered = await ask('blind', pages!.pictures, user);
    expect(answered.body).toContain('[Pages 1 to 4 of 12 of report.pdf – this service cannot see pictures]');
    expect(answered.body).not.toContain('data:image');
    expect(answered.end.generation?.sawPictures).toBe(false);
  });
});
