import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack from 'webpack';
import { OwnInputs } from '../webpack/own-inputs.js';
import { YoungFunctions } from './young-functions.js';

/**
 * Bundles programs of servers: each becomes one ESM file that holds our code and every package it uses. What several of
 * them use is read and parsed once. Packages named in `apart` stay outside, and so does whatever is not installed: Nest and
 * TypeORM look for many packages that are not used here.
 * @param {object} programs
 * @param {string} programs.root the checkout
 * @param {Record<string, string>} programs.entries by the file to write, relative to `output` and without `.js`
 * @param {string} programs.output
 * @param {string[]} programs.apart names of packages
 * @returns {import('webpack').Configuration}
 */
export function serverConfig({ root, entries, output, apart }) {
  return {
    mode: 'production',
    context: root,
    entry: entries,
    target: 'node24',
    devtool: false,
    experiments: { outputModule: true },
    output: {
      path: output,
      filename: '[name].js',
      module: true,
      chunkFormat: 'module',
      // Source maps and stack traces name the files of the packages, not the machine they were built on.
      devtoolModuleFilenameTemplate: '[resource-path]',
    },
    externalsType: 'node-commonjs',
    externals: [
      ({ context = root, request = '' }, done) =>
        done(undefined, staysOutside(context, request, apart) ? request : undefined),
    ],
    // `import.meta` is that of the bundle: files that are read, and packages loaded by name, stand beside it.
    module: { parser: { javascript: { importMeta: false, createRequire: false, dynamicImportMode: 'eager' } } },
    optimization: {
      // Names of classes are shown in errors and in the log, and a stack trace is worth more than a megabyte.
      minimize: false,
      splitChunks: false,
      moduleIds: 'named',
      // Code of a module is generated once for all programs. Saves a third of the time, costs a tenth of the size.
      concatenateModules: false,
      usedExports: 'global',
      mangleExports: false,
      innerGraph: false,
      realContentHash: false,
    },
    plugins: [new webpack.IgnorePlugin({ resourceRegExp: /^pg-native$/ }), new OwnInputs(root), new YoungFunctions()],
    performance: { hints: false },
    // A package that chooses what to load while it runs says so; what it may choose is tested by starting it.
    ignoreWarnings: [/Critical dependency/, /Can't resolve/, /Should not import/],
    stats: 'errors-warnings',
  };
}

/**
 * Bundles all servers of the checkout for one process of it, as a script: V8 keeps the compiled code of scripts only.
 * Files that are read and packages that are loaded by name are found where they stand in the checkout. It gives out a function
 * by the name of each slice, which runs that one.
 * @param {object} servers
 * @param {string} servers.root the checkout, and the folder they run in
 * @param {Record<string, string>} servers.slices their main files, by their names
 * @param {string} servers.name of the file to write, without `.cjs`
 * @param {string} servers.output
 * @param {string[]} servers.apart names of packages
 * @returns {import('webpack').Configuration}
 */
export function localConfig({ root, slices, name, output, apart }) {
  const runs = Object.entries(slices).map(
    ([slice, main]) => `${JSON.stringify(slice)}: () => import(${JSON.stringify(main)})`,
  );
  const config = serverConfig({ root, entries: {}, output, apart });
  return {
    ...config,
    entry: {
      [name]: {
        import: `data:text/javascript,export default { ${runs.join(', ')} };`,
        library: { type: 'commonjs2', export: 'default' },
      },
    },
    target: `node${process.versions.node.split('.')[0]}`,
    experiments: {},
    output: { path: output, filename: '[name].cjs' },
    node: { __dirname: true, __filename: true },
    // Half of its 3,000 modules become parts of others: they are made, and reach each other, without webpack's own functions.
    optimization: { ...config.optimization, concatenateModules: true },
    module: { parser: { javascript: { importMeta: true, createRequire: false, dynamicImportMode: 'eager' } } },
  };
}

/** @param {string} context @param {string} request @param {string[]} apart */
function staysOutside(context, request, apart) {
  if (apart.some((name) => request === name || request.startsWith(`${name}/`))) return true;
  if (/^[./#]|^(node|data):/.test(request)) return false;
  return !isInstalled(request, context);
}

/** @param {string} request @param {string} context */
function isInstalled(request, context) {
  const name = request.split('/').slice(0, request.startsWith('@') ? 2 : 1);
  const paths = createRequire(join(context, 'x.js')).resolve.paths(request) ?? [];
  return paths.length === 0 || paths.some((folder) => existsSync(join(folder, ...name, 'package.json')));
}
