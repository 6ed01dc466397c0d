import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let root: string;
const files: Record<string, string> = {
  'shell/dist/index.html': '<!doctype html><title>Polylogue</title>',
  'shell/dist/main.js': 'main()',
  'shell/dist/412.0a1b2c3d.js': 'chunk()',
  'mfe-history/dist/mf-manifest.json': '{"id":"mfe_history"}',
  'mfe-history/dist/remoteEntry.js': 'remote()',
  'mfe-quality/src/slice.tsx': 'not built',
  'package.json': '{"secret":true}',
  'gateway/dist/main.js': 'server()',
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'polylogue-site-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  await writeFile(join(root, 'shell/dist/main.js.br'), brotliCompressSync('main()'));
  await writeFile(join(root, 'shell/dist/main.js.gz'), gzipSync('main()'));
  gateway = await startGateway({ env: { WEB_ROOT: root } });
});
afterAll(async () => {
  await gateway.close();
  await rm(root, { recursive: true });
});

const navigate = (path: string) =>
  gateway.ask(path, { headers: { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate' } });

describe('the built pages', () => {
  it.each(['/', '/history', '/saved-queries/7/edit', '/no-such-page'])(
    'answer a navigation to %s with the shell',
    async (path) => {
      const answer = await navigate(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(answer.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
      expect(await answer.text()).toContain('<title>Polylogue</title>');
    },
  );

  it('never stand in for a call or a file that is missing', async () => {
    for (const path of [
      '/api/nothing',
      '/missing.js',
      '/slices/mfe-history/missing.js',
      '/slices/mfe-quality/slice.tsx',
    ]) {
      const answer = await navigate(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'no_such_call' });
    }
    expect((await gateway.ask('/history', { headers: { accept: 'application/json' } })).status).toBe(404);
  });

  it('are kept for ever under a name with a hash, and revalidated each time under any other', async () => {
    expect((await gateway.ask('/412.0a1b2c3d.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    const entry = await gateway.ask('/slices/mfe-history/remoteEntry.js');
    expect(entry.headers.get('cache-control')).toBe('no-cache');
    const known = { 'if-none-match': entry.headers.get('etag')! };
    expect(await gateway.rawStatus('GET', '/slices/mfe-history/remoteEntry.js', known)).toBe(304);
  });

  it('come compressed where the browser reads that', async () => {
    for (const [accepted, sent] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await gateway.ask('/main.js', { headers: { 'accept-encoding': accepted } });
      expect(answer.headers.get('content-encoding')).toBe(sent);
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(await answer.text()).toBe('main()');
    }
  });

  it('name the slices that are there', async () => {
    const answer = await gateway.ask('/remotes.json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.json()).toEqual([
      { name: 'mfe_history', slice: 'mfe-history', entry: '/slices/mfe-history/mf-manifest.json' },
    ]);
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/slices/mfe-history/..%2f..%2f..%2fpackage.json',
    '/slices/gateway/main.js',
    '/%00.js',
    '/%zz.js',
  ])('open no file beside them: %s', async (path) => {
    const answer = await gateway.ask(path);
    expect(await gateway.rawStatus('GET', path)).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toMatch(/secret|server\(\)/);
  });
});
