import { join, resolve } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { leftOut } from './left-out.js';
import { OwnInputs } from './own-inputs.js';
import { BareContracts } from './bare-contracts.js';
import { PureContracts } from './pure-contracts.js';

const root = resolve(import.meta.dirname, '../../../..');

/** @import { Configuration } from 'webpack' */

/** @typedef {Configuration & Required<Pick<Configuration, 'optimization' | 'plugins'>>} BrowserConfig */

/** @typedef {(environment: unknown, argv?: { mode?: string }) => Configuration} ConfigFile a webpack.config.js */

/**
 * What the shell and every slice build alike.
 * @param {string} folder the slice
 * @param {{ name: string, production: boolean }} how
 * @returns {BrowserConfig}
 */
export function browserConfig(folder, { name, production }) {
  return {
    mode: production ? 'production' : 'development',
    context: folder,
    entry: './src/index.ts',
    target: ['web', 'es2022'],
    devtool: production ? false : 'eval-cheap-module-source-map',
    output: {
      path: join(folder, 'dist'),
      // Where a slice is mounted is known only when it runs.
      publicPath: 'auto',
      uniqueName: name,
      filename: '[name].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      conditionNames: ['polylogue-source', '...'],
    },
    module: {
      rules: [
        { test: /\.tsx?$/, exclude: /node_modules/, loader: 'swc-loader', options: swcOptions(production) },
        {
          test: /\.css$/,
          use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: cssOptions(production) }],
        },
        { test: /\.woff2$/, type: 'asset/resource' },
        // antd's parts do nothing when imported, but do not say so: without this a Select brings a form library along.
        { test: /node_modules[\\/](@rc-component|@ant-design)[\\/]/, sideEffects: false },
      ],
    },
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: production ? 'deterministic' : 'named',
      minimizer: [
        new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: licenses, parallel: false }),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].[contenthash:8].css' }),
      ...leftOut(),
      ...leanContracts(),
      new OwnInputs(root),
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') }),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

/** A page carries what it uses of the contracts, and of that what checks. */
const leanContracts = () => [new BareContracts(), new PureContracts()];

// Said once, in a file of their own, and not in each script.
const licenses = { condition: /** @type {const} */ ('some'), filename: 'licenses.txt', banner: false };

/** @param {boolean} production */
const swcOptions = (production) => ({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', development: !production } },
  },
  module: { type: 'es6' },
});

/**
 * `.module.css` is private to the file that imports it; any other sheet is global.
 * @param {boolean} production
 */
const cssOptions = (production) => ({
  // Every browser that runs the product reads woff2: the other kinds of a font are not carried along.
  url: { filter: (/** @type {string} */ address) => !/\.(?:ttf|woff)$/.test(address) },
  modules: {
    auto: true,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    localIdentName: production ? '[hash:base64:6]' : '[name]__[local]',
  },
});
