// Bundles a server for its image: `node packages/build-kit/src/bundle/bundle-server.js <slice> <output folder>`.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { copyPackages } from './copy-packages.js';
import { describeServer } from './programs.js';
import { serverConfig } from './server-config.js';

const root = resolve(import.meta.dirname, '../../../..');

/**
 * Writes a folder that runs by itself with `node dist/server/main.js`; the slice must be compiled (build-node.js).
 * @param {string} name the slice's word: `ai-dispatch`
 * @param {string} output emptied first
 */
export async function bundleServer(name, output) {
  const { folder, programs, files, apart } = describeServer(root, name);
  await rm(output, { recursive: true, force: true });
  const configs = Object.entries(programs).map(([place, entry]) =>
    serverConfig({ entry, output: join(output, place), apart }),
  );
  const compiler = webpack(configs);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true, colors: false }));
  for (const [place, from] of Object.entries(files)) {
    await mkdir(dirname(join(output, place)), { recursive: true });
    await copyFile(from, join(output, place));
  }
  await copyPackages(root, folder, apart, output);
  await writeFile(join(output, 'package.json'), `${JSON.stringify({ name, private: true, type: 'module' })}\n`);
  return stats;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [name, output] = process.argv.slice(2);
  if (!name || !output) {
    console.error('Usage: node packages/build-kit/src/bundle/bundle-server.js <slice> <output folder>');
    process.exit(1);
  }
  await bundleServer(name, resolve(output));
  console.log(`bundled ${name} into ${output}`);
}
