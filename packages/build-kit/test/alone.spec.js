import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { runCommand } from '../src/checks/run-command.js';
import { root } from '../src/slices.js';
import { mayUse } from '../src/webpack/own-inputs.js';
import { removeScratch, scratchFolder } from './scratch.js';

// Every build of a slice checks what it reads (webpack/own-inputs.js); here that this check is there, and that nothing but
// the slice and the packages is needed. The slices are as small as can be: what builds them is the same for all.
afterAll(removeScratch);

describe('a slice is built from itself and the packages', () => {
  test('a web slice', async () => {
    const folder = await checkout({
      'mfe-small/package.json': manifest({ peerDependencies: { '@polylogue/web-kit': '1.0.0' } }),
      'mfe-small/webpack.config.js': webpackConfig,
      'mfe-small/src/slice.tsx': `import { word } from './word.js';\nexport default word;\n`,
      'mfe-small/src/word.ts': `export const word: string = 'small';\n`,
    });
    expect(await buildWeb(folder)).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'mfe-small/dist/mf-manifest.json'))).toBe(true);

    await symlink(join(folder, 'mfe-other'), join(folder, 'node_modules/@polylogue/mfe-other'));
    await write(folder, {
      'mfe-other/package.json': manifest({ name: '@polylogue/mfe-other' }),
      'mfe-other/src/path.ts': `export const path: string = 'by path';\n`,
      'mfe-other/src/name.ts': `export const name: string = 'by name';\n`,
      'mfe-other/src/sheet.css': `a { color: red; }\n`,
      'mfe-small/src/word.ts': `import './word.css';
        export { path as word } from '../../mfe-other/src/path.js';
        export const lazily = () => import('@polylogue/mfe-other/src/name.ts');\n`,
      'mfe-small/src/word.css': `@import '../../mfe-other/src/sheet.css';\n`,
    });
    const { code, output } = await buildWeb(folder);
    expect(code).toBe(1);
    const found = [...output.matchAll(/(\S+) uses (\S+): a slice is built from its own/g)];
    expect(new Set(found.map(([, from, to]) => `${from} ${to}`))).toEqual(
      new Set([
        'mfe-small/src/word.css mfe-other/src/sheet.css',
        'mfe-small/src/word.ts mfe-other/src/name.ts',
        'mfe-small/src/word.ts mfe-other/src/path.ts',
      ]),
    );
  }, 180_000);

  test('a server', async () => {
    const folder = await checkout({
      'services/small/package.json': manifest(),
      'services/small/src/main.ts': `import { word } from './word.js';\nconsole.log(word);\n`,
      'services/small/src/word.ts': `export const word: string = 'small';\n`,
      'packages/service-kit/package.json': manifest({ name: '@polylogue/service-kit' }),
      'packages/service-kit/src/database/provision-cli.ts': 'export {};\n',
    });
    expect(await bundle(folder)).toMatchObject({ code: 0 });
    expect(await runCommand(process.execPath, [join(folder, 'image/dist/server/main.js')])).toEqual({
      code: 0,
      output: 'small\n',
    });

    await write(folder, {
      'services/other/src/word.ts': `export const word: string = 'other';\n`,
      'services/small/src/word.ts': `export { word } from '../../other/dist/word.js';\n`,
    });
    expect(await bundle(folder)).toEqual({
      code: 1,
      output: expect.stringContaining('services/small/dist/word.js uses services/other/dist/word.js: a slice is built'),
    });
  }, 180_000);
});

test.each([
  ['mfe-a/src/a.ts', 'mfe-a/src/b.ts', true],
  ['mfe-a/src/a.ts', 'packages/web-kit/src/b.ts', true],
  ['mfe-a/src/a.ts', 'node_modules/react/index.js', true],
  ['mfe-a/src/a.ts', 'mfe-b/src/b.ts', false],
  ['services/a/dist/a.js', 'services/b/dist/b.js', false],
  ['services/a/dist/a.js', 'proto/dist/b.js', true],
  ['packages/web-kit/src/a.ts', 'mfe-a/src/b.ts', false],
  ['mfe-a/src/a.ts', 'tsconfig.web.json', false],
  ['mfe-a/src/a.ts', '../elsewhere/src/b.ts', false],
])('%s uses %s: %s', (user, used, allowed) => {
  expect(mayUse('/checkout', join('/checkout', user), join('/checkout', used))).toBe(allowed);
});

const webpackConfig = `import { remote } from '@polylogue/build-kit/webpack';\n\nexport default remote(import.meta.dirname);\n`;
const manifest = (extra = {}) => JSON.stringify({ name: 'small', version: '1.0.0', type: 'module', ...extra });

/** @param {string} folder */
const buildWeb = (folder) => run(folder, 'packages/build-kit/src/webpack/build-web.js', 'mfe-small');

/** @param {string} folder */
async function bundle(folder) {
  const compiled = await run(folder, 'packages/build-kit/src/build-node.js');
  if (compiled.code !== 0) return compiled;
  return run(folder, 'packages/build-kit/src/bundle/bundle-server.js', 'small', join(folder, 'image'));
}

/** @param {string} folder @param {...string} words */
const run = (folder, ...words) => runCommand(process.execPath, words, { cwd: folder });

/**
 * The build tools, these files, and what is installed.
 * @param {Record<string, string>} files contents by path
 */
async function checkout(files) {
  const folder = await scratchFolder();
  const kit = join(folder, 'packages/build-kit');
  await cp(join(root, 'packages/build-kit/src'), join(kit, 'src'), { recursive: true });
  await cp(join(root, 'packages/build-kit/package.json'), join(kit, 'package.json'));
  await write(folder, { ...webKit, ...files });
  const lent = join(folder, 'node_modules');
  await mkdir(join(lent, '@polylogue'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!['@polylogue', '.cache'].includes(name)) await symlink(join(root, 'node_modules', name), join(lent, name));
  }
  for (const name of ['build-kit', 'web-kit'])
    await symlink(join(folder, 'packages', name), join(lent, '@polylogue', name));
  return folder;
}

const webKit = {
  'packages/web-kit/package.json': manifest({
    name: '@polylogue/web-kit',
    exports: { '.': './index.ts', './package.json': './package.json' },
  }),
  'packages/web-kit/index.ts': 'export {};\n',
};

/** @param {string} folder @param {Record<string, string>} files contents by path */
async function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
