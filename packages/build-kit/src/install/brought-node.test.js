import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { broughtNode } from './brought-node.js';

/** @type {string} */
let root;
const program = () => join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
const module = fileURLToPath(new URL('brought-node.js', import.meta.url));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'brought-node-'));
  await mkdir(join(program(), '..'), { recursive: true });
  const own = `import { useBroughtNode } from ${JSON.stringify(module)};
await useBroughtNode(${JSON.stringify(root)}, process.argv[2]);
console.log('went on');`;
  await writeFile(join(root, 'own.mjs'), own);
});
afterAll(() => rm(root, { recursive: true }));

/** @param {string} text of the program that came with the packages @param {number} mode of its file */
const bring = async (text, mode = 0o755) => {
  await writeFile(program(), text);
  await chmod(program(), mode);
};

/** @param {string} version of the Node that runs @returns {Promise<{ code: number, said: string }>} */
const begin = (version) =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--no-warnings', join(root, 'own.mjs'), version, 'a b'], (error, said) =>
      resolve({ code: Number(error?.code ?? 0), said: said.trim() }),
    );
  });

describe('the Node that came with the packages', () => {
  it('is that of this platform, where there is one', async () => {
    await bring('');
    expect(broughtNode(root)).toBe(program());
    expect(broughtNode(root, { platform: 'sunos', arch: 'x64' })).toBeUndefined();
  });

  it('goes on with the same words in place of an older one, which ends with its code', async () => {
    await bring('#!/bin/sh\necho "$1|$(basename "$2")|$3|$4"\nexit 7\n');
    expect(await begin('20.20.2')).toEqual({ code: 7, said: '--no-warnings|own.mjs|20.20.2|a b' });
  });

  it('is left alone by one that is as new', async () => {
    await bring('#!/bin/sh\nexit 7\n');
    expect(await begin('24.0.0')).toEqual({ code: 0, said: 'went on' });
    expect(await begin('26.1.0')).toEqual({ code: 0, said: 'went on' });
  });

  it('is left alone where it does not run', async () => {
    await bring('', 0o644);
    expect(await begin('20.20.2')).toEqual({ code: 0, said: 'went on' });
  });
});
