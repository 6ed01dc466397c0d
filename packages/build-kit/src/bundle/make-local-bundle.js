// Makes the bundle that `npm start` begins with next time: `node packages/build-kit/src/bundle/make-local-bundle.js`.
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { minify } from '@swc/core';
import webpack from 'webpack';
import { defined } from '../defined.js';
import { nodeWorkspaces } from '../build-node.js';
import { root, serverSlices } from '../slices.js';
import { bundleFolder, localBundlePath } from './local-bundle.js';
import { mustKeepNames } from './class-names.js';
import { describeServer } from './programs.js';
import { localConfig } from './server-config.js';

/**
 * Bundles the servers from what is compiled, unless that is done.
 * @returns {Promise<string>} the path of the bundle
 */
export async function makeLocalBundle() {
  const path = await localBundlePath();
  if (existsSync(path)) return path;
  const name = `draft-${process.pid}`;
  const slices = Object.fromEntries(serverSlices().map(({ name, main }) => [name, main]));
  const apart = [...new Set(serverSlices().flatMap((slice) => describeServer(root, slice.name).apart))];
  await mkdir(bundleFolder, { recursive: true });
  const compiler = webpack(localConfig({ root, slices, name, output: bundleFolder, apart }));
  const stats = defined(await promisify(compiler.run.bind(compiler))(), 'The result of the build');
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true, colors: false }));
  const draft = join(bundleFolder, `${name}.cjs`);
  const code = await withoutComments(await readFile(draft, 'utf8'));
  mustKeepNames(await ownCode(), code);
  await writeFile(draft, code);
  await rename(draft, path);
  await removeOthers(path);
  return path;
}

/**
 * A third of the text is comments and blanks, and a process holds the text as long as it runs: in one byte a character,
 * when all are ASCII.
 * @param {string} code
 */
async function withoutComments(code) {
  const format = { comments: /** @type {const} */ (false), asciiOnly: true };
  return (await minify(code, { compress: false, mangle: false, module: false, format })).code;
}

/** What is compiled of the servers and of the packages they use. */
async function ownCode() {
  const folders = (await nodeWorkspaces()).map((workspace) => join(root, workspace, 'dist'));
  const names = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true }).catch(() => [])));
  const paths = names.flatMap((each, at) => each.map((file) => join(String(folders[at]), file)));
  const scripts = paths.filter((path) => path.endsWith('.js') && !path.endsWith('.test.js'));
  return Promise.all(scripts.map((path) => readFile(path, 'utf8')));
}

/** @param {string} path what stays, with the compiled code that is kept beside it */
async function removeOthers(path) {
  const files = (await readdir(bundleFolder)).map((name) => join(bundleFolder, name));
  await Promise.all(files.filter((file) => !file.startsWith(path)).map((file) => rm(file, { force: true })));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await makeLocalBundle();
