import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import webpack from 'webpack';

/**
 * What webpack makes of a page for production, for tests of its plugins.
 * @param {Record<string, string>} files by their paths; `page.js` is where it begins
 * @param {webpack.WebpackPluginInstance[]} plugins
 */
export async function builtPage(files, plugins) {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await run({
      mode: 'production',
      context: folder,
      entry: './page.js',
      output: { path: join(folder, 'dist') },
      plugins,
    });
    return readFileSync(join(folder, 'dist/main.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {webpack.Configuration} configuration */
const run = (configuration) =>
  new Promise((resolve, reject) =>
    webpack(configuration, (error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else resolve(stats);
    }),
  );
