import { describe, expect, it, jest } from '@jest/globals';
import type { Slice } from '@polylogue/web-kit';
import { createSliceLoader, type LoaderParts } from './slice-loader.js';

const remote = { name: 'mfe_history', entry: 'http://localhost/slices/mfe-history/mf-manifest.json' };
const slice: Slice = { routes: [] };

function loaderWith(parts: Partial<LoaderParts>) {
  const all: LoaderParts = {
    fetchRemotes: jest.fn(async () => [remote]),
    register: jest.fn(() => undefined),
    load: jest.fn(async () => ({ slice })),
    limit: 1000,
    ...parts,
  };
  return { loader: createSliceLoader(all), ...all };
}

describe('loading slices', () => {
  it('reads the addresses once and loads each slice once', async () => {
    const { loader, fetchRemotes, load } = loaderWith({});
    expect(loader.load('mfe_history')).toBe(loader.load('mfe_history'));
    expect(await loader.load('mfe_history')).toBe(slice);
    expect(fetchRemotes).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledWith('mfe_history/slice');
  });

  it('gives up after its limit', async () => {
    const { loader } = loaderWith({ load: () => new Promise(() => undefined), limit: 5 });
    await expect(loader.load('mfe_history')).rejects.toThrow('mfe_history did not answer within 5 ms');
  });

  it('fails with a sentence when the slice is not installed', async () => {
    const { loader } = loaderWith({ fetchRemotes: async () => [] });
    await expect(loader.load('mfe_history')).rejects.toThrow('/remotes.json does not name mfe_history');
  });

  it('asks again where a slice is, and registers it anew, after a failure was forgotten', async () => {
    const load = jest.fn<LoaderParts['load']>().mockRejectedValueOnce(new Error('down')).mockResolvedValue({ slice });
    const { loader, register, fetchRemotes } = loaderWith({ load });
    await expect(loader.load('mfe_history')).rejects.toThrow('down');
    await expect(loader.load('mfe_history')).rejects.toThrow('down');
    loader.forget('mfe_history');
    expect(await loader.load('mfe_history')).toBe(slice);
    expect(fetchRemotes).toHaveBeenCalledTimes(2);
    expect(register).toHaveBeenLastCalledWith([remote], { force: true });
  });
});
