// Bundles servers for their images: `node packages/build-kit/src/bundle/bundle-server.js <slice> <output folder> […]`.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { defined } from '../defined.js';
import { copyPackages } from './copy-packages.js';
import { describeServer } from './programs.js';
import { serverConfig } from './server-config.js';

const root = resolve(import.meta.dirname, '../../../..');

/**
 * Writes folders that run by themselves with `node dist/server/main.js`; the slices must be compiled (build-node.js).
 * @param {Record<string, string>} outputs by the slice's word (`ai-dispatch`) the folder to write, emptied first
 */
export async function bundleServers(outputs) {
  const servers = Object.entries(outputs).map(([name, output]) => ({ name, output, ...describeServer(root, name) }));
  await Promise.all(servers.map(({ output }) => rm(output, { recursive: true, force: true })));
  await bundlePrograms(servers);
  for (const { name, output, folder, files, apart } of servers) {
    for (const [target, from] of Object.entries(files)) {
      await mkdir(dirname(join(output, target)), { recursive: true });
      await copyFile(from, join(output, target));
    }
    await copyPackages(root, folder, apart, output);
    await writeFile(join(output, 'package.json'), `${JSON.stringify({ name, private: true, type: 'module' })}\n`);
  }
}

/** @param {{ output: string, programs: Record<string, string>, apart: string[] }[]} servers */
async function bundlePrograms(servers) {
  const apart = [...new Set(servers.flatMap((server) => server.apart))];
  const programs = servers.flatMap(({ output, programs }) =>
    Object.entries(programs).map(([target, entry]) => [
      relative(root, join(output, target)).replace(/\.js$/, ''),
      entry,
    ]),
  );
  const compiler = webpack(serverConfig({ root, entries: Object.fromEntries(programs), output: root, apart }));
  const stats = defined(await promisify(compiler.run.bind(compiler))(), 'The result of the build');
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true, colors: false }));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.length % 2 !== 0) {
    console.error('Usage: node packages/build-kit/src/bundle/bundle-server.js <slice> <output folder> […]');
    process.exit(1);
  }
  const pairs = args.flatMap((word, at) => (at % 2 === 0 ? [[word, resolve(String(args[at + 1]))]] : []));
  const outputs = Object.fromEntries(pairs);
  await bundleServers(outputs);
  for (const [name, output] of Object.entries(outputs)) console.log(`bundled ${name} into ${output}`);
}
