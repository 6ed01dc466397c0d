import { describe, expect, it } from '@jest/globals';
import { cacheControlOf, preferredEncoding, siteTarget, toRemote } from './site.rules.js';

describe('siteTarget', () => {
  it.each([
    ['/', { kind: 'page' }],
    ['/history', { kind: 'page' }],
    ['/saved-queries/7/edit', { kind: 'page' }],
    ['/main.js', { kind: 'file', folder: 'shell', path: '/main.js' }],
    ['/slices/mfe-history/mf-manifest.json', { kind: 'file', folder: 'mfe-history', path: '/mf-manifest.json' }],
    ['/slices/gateway/main.js', { kind: 'none' }],
    ['/slices/mfe-history', { kind: 'none' }],
    ['/remotes.json', { kind: 'remotes' }],
    ['/api/conversations', { kind: 'none' }],
    ['/api', { kind: 'none' }],
    ['/apiary', { kind: 'page' }],
    ['/metrics', { kind: 'none' }],
    ['/readyz', { kind: 'none' }],
  ])('%s', (path, target) => expect(siteTarget(path)).toEqual(target));
});

describe('the files of the site', () => {
  it('are kept for ever when their name holds a hash', () => {
    expect(cacheControlOf('/412.0a1b2c3d.js')).toContain('immutable');
    expect(cacheControlOf('/geist.0a1b2c3d.woff2')).toContain('immutable');
    expect(cacheControlOf('/main.js')).toBe('no-cache');
    expect(cacheControlOf('/index.html')).toBe('no-cache');
    expect(cacheControlOf('/mf-manifest.json')).toBe('no-cache');
  });

  it('are sent in the smallest form the browser reads', () => {
    const both = new Set(['br', 'gz']);
    expect(preferredEncoding('gzip, deflate, br', both)).toBe('br');
    expect(preferredEncoding('gzip', both)).toBe('gz');
    expect(preferredEncoding('br;q=0, gzip;q=0.5', both)).toBe('gz');
    expect(preferredEncoding('', both)).toBeUndefined();
    expect(preferredEncoding('br', new Set())).toBeUndefined();
  });

  it('of a slice are found by the name of its container', () => {
    expect(toRemote('mfe-saved-queries')).toEqual({
      name: 'mfe_saved_queries',
      slice: 'mfe-saved-queries',
      entry: '/slices/mfe-saved-queries/mf-manifest.json',
    });
  });
});
