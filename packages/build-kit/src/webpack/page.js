import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';

const { sources, Compilation } = webpack;

/**
 * `public/index.html` with the built scripts in it, and every other file of `public/` as it is.
 * @param {string} folder
 */
export function page(folder) {
  const template = join(folder, 'public/index.html');
  if (!existsSync(template)) throw new Error(`${template} is missing: a page needs its HTML.`);
  // Absolute, because the same page answers /saved-queries/7/edit.
  const html = new HtmlWebpackPlugin({
    template,
    publicPath: '/',
    scriptLoading: 'defer',
    minify: false,
    chunks: ['main'],
  });
  return [html, new PublicFiles(join(folder, 'public'))];
}

class PublicFiles {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PublicFiles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'PublicFiles', stage }, async () => {
        for (const name of await readdir(this.folder)) {
          if (name === 'index.html') continue;
          compilation.emitAsset(name, new sources.RawSource(await readFile(join(this.folder, name))));
        }
      });
    });
  }
}
