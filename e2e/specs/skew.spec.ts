import { afterAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cleanCopy } from '@polylogue/build-kit/copy';
import { setScene } from '../src/scene.js';

const root = resolve(import.meta.dirname, '../..');
const slice = 'mfe-quality';

let folder: string;

// The pages as they are deployed, except for one slice.
const scene = setScene(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polylogue-skew-'));
  for (const name of await readdir(root)) {
    if ((name === 'shell' || name.startsWith('mfe-')) && name !== slice)
      await symlink(join(root, name), join(folder, name));
  }
  return { env: { WEB_ROOT: folder } };
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['older', '1.6.0'],
  ['newer', '1.8.0'],
])(
  'a slice one version %s works in the shell',
  async (age, version) => {
    const copy = await mkdtemp(join(tmpdir(), 'polylogue-skew-copy-'));
    try {
      await cleanCopy(copy, slice, { version });
      if (age === 'newer') await addLaterField(join(copy, slice, 'src/slice.tsx'));
      await promisify(execFile)(process.execPath, ['packages/build-kit/src/webpack/build-web.js', slice], {
        cwd: copy,
      });
      await rm(join(folder, slice), { force: true });
      await symlink(join(copy, slice), join(folder, slice));

      const { context, page, errors } = await scene.visit(await scene.signUp());
      const served = (await (await context.request.get(`/slices/${slice}/mf-manifest.json`)).json()) as Manifest;
      expect(served.metaData.buildInfo.buildVersion).toBe(version);
      await page.goto('/quality-assessment');
      await page.getByRole('heading', { level: 1, name: /Quality/ }).waitFor();
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      await page.getByRole('textbox', { name: /message/i }).waitFor();
      expect(errors).toEqual([]);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  },
  180_000,
);

interface Manifest {
  metaData: { buildInfo: { buildVersion: string } };
}

/** What a later version of the interface between shell and slice might hold. */
async function addLaterField(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const newer = text.replace('defineSlice({', 'defineSlice({\n  ...{ commands: [{ name: "later", run: () => {} }] },');
  expect(newer).not.toBe(text);
  await writeFile(path, newer);
}
