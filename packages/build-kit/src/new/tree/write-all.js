import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes all files or none: first beside their places, then each is moved to its own; a fault puts back what was.
 * @param {string} root
 * @param {{ path: string, text: string | undefined }[]} files without a text: to be removed
 */
export async function writeAll(root, files) {
  const drafts = files.map(({ path, text }) => ({
    text,
    target: join(root, path),
    draft: join(root, `${path}.new-${process.pid}`),
  }));
  const folders = [];
  const before = new Map();
  try {
    for (const { target, draft, text } of drafts) {
      const made = await mkdir(dirname(target), { recursive: true });
      if (made) folders.push(made);
      if (text !== undefined) await writeFile(draft, text);
    }
    for (const { target, draft, text } of drafts) {
      before.set(target, existsSync(target) ? await readFile(target) : undefined);
      await (text === undefined ? rm(target) : rename(draft, target));
    }
  } catch (fault) {
    for (const [target, content] of before) await (content ? writeFile(target, content) : rm(target, { force: true }));
    for (const { draft } of drafts) await rm(draft, { force: true });
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    throw fault;
  }
}
