import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import webpack from 'webpack';

/**
 * Bundles one program of a server: our code and every package it uses in one ESM file. Packages named in `apart` stay
 * outside, and so does whatever is not installed: Nest and TypeORM look for many packages nobody here uses.
 * @param {{ entry: string, output: string, apart: string[] }} program absolute paths, and names of packages
 */
export function serverConfig({ entry, output, apart }) {
  return {
    mode: 'production',
    context: dirname(entry),
    entry: { [basename(output, '.js')]: entry },
    target: 'node24',
    devtool: false,
    experiments: { outputModule: true },
    output: {
      path: dirname(output),
      filename: '[name].js',
      module: true,
      chunkFormat: 'module',
      // Source maps and stack traces name the files of the packages, not the machine they were built on.
      devtoolModuleFilenameTemplate: '[resource-path]',
    },
    externalsType: 'node-commonjs',
    externals: [
      ({ context, request }, done) => done(null, staysOutside(context, request, apart) ? request : undefined),
    ],
    // `import.meta` is that of the bundle: files that are read, and packages loaded by name, stand beside it.
    module: { parser: { javascript: { importMeta: false, createRequire: false, dynamicImportMode: 'eager' } } },
    // Names of classes are shown in errors and in the log, and a stack trace is worth more than a megabyte.
    optimization: { minimize: false, splitChunks: false, moduleIds: 'named' },
    plugins: [new webpack.IgnorePlugin({ resourceRegExp: /^pg-native$/ })],
    performance: { hints: false },
    // A package that chooses what to load while it runs says so; what it may choose is tested by starting it.
    ignoreWarnings: [/Critical dependency/, /Can't resolve/, /Should not import/],
    stats: 'errors-warnings',
  };
}

function staysOutside(context, request, apart) {
  if (apart.some((name) => request === name || request.startsWith(`${name}/`))) return true;
  if (/^[./#]|^node:/.test(request)) return false;
  return !isInstalled(request, context);
}

function isInstalled(request, context) {
  const name = request.split('/').slice(0, request.startsWith('@') ? 2 : 1);
  const paths = createRequire(join(context, 'x.js')).resolve.paths(request) ?? [];
  return paths.length === 0 || paths.some((folder) => existsSync(join(folder, ...name, 'package.json')));
}
