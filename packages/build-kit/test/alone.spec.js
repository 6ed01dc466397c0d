import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { runCommand } from '../src/checks/run-command.js';
import { cleanCopy } from '../src/copy/clean-copy.js';
import { serverSlices, webSlices } from '../src/launcher/slices.js';
import { removeScratch, scratchFolder } from './scratch.js';

afterAll(removeScratch);

describe('a slice is built from a clean copy of itself and the packages', () => {
  test.each(webSlices())(
    '%s',
    async (slice) => {
      const folder = await scratchFolder();
      await cleanCopy(folder, slice);
      await run(folder, 'packages/build-kit/src/webpack/build-web.js', slice);
      expect(existsSync(join(folder, slice, 'dist', slice === 'shell' ? 'index.html' : 'mf-manifest.json'))).toBe(true);
    },
    180_000,
  );

  test.each(serverSlices().map(({ name }) => name))(
    '%s',
    async (name) => {
      const folder = await scratchFolder();
      await cleanCopy(folder, name === 'gateway' ? name : `services/${name}`);
      await run(folder, 'packages/build-kit/src/build-node.js');
      await run(folder, 'packages/build-kit/src/bundle/bundle-server.js', name, join(folder, 'image'));
      expect(existsSync(join(folder, 'image/dist/server/main.js'))).toBe(true);
    },
    180_000,
  );
});

async function run(folder, ...words) {
  const { code, output } = await runCommand(process.execPath, words, { cwd: folder });
  if (code !== 0) throw new Error(output);
}
