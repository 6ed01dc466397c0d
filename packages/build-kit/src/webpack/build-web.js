// Builds web slices for production, one after the other: `node packages/build-kit/src/webpack/build-web.js [slice…]`.
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { defined } from '../defined.js';
import { root, webSlices } from '../slices.js';
import { precompress } from './precompress.js';

/**
 * Builds one slice into its `dist/`, ready to be served: with `.br` and `.gz` beside each text file.
 * @param {string} slice its folder
 * @throws {Error} with webpack's own words when it does not compile
 */
export async function buildWebSlice(slice) {
  const folder = join(root, slice);
  const configPath = join(folder, 'webpack.config.js');
  await access(configPath).catch(() => {
    throw new Error(`${slice} is not a web slice: ${configPath} is missing.`);
  });
  const { default: webpack } = await import('webpack');
  /** @type {{ default: import('./browser-config.js').ConfigFile }} */
  const { default: configOf } = await import(pathToFileURL(configPath).href);
  const compiler = webpack(configOf({}, { mode: 'production' }));
  const stats = defined(await promisify(compiler.run.bind(compiler))(), `The build result of ${slice}`);
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true, colors: false }));
  await precompress(join(folder, 'dist'));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  for (const slice of named.length > 0 ? named : webSlices()) {
    const started = performance.now();
    try {
      await buildWebSlice(slice);
      console.log(`web build: ${slice}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (fault) {
      console.error(`web build: ${slice} failed\n${/** @type {Error} */ (fault).message}`);
      process.exitCode = 1;
    }
  }
}
