import { join, sep } from 'node:path';

/** @import { Compiler, javascript } from 'webpack' */

const contracts = join('packages', 'api-contract', 'src') + sep;

/**
 * Calls `tap` for each parser of JavaScript, which then hooks into it by this name.
 * @param {Compiler} compiler
 * @param {string} name
 * @param {(parser: javascript.JavascriptParser) => void} tap
 */
export function tapParsers(compiler, name, tap) {
  compiler.hooks.normalModuleFactory.tap(name, ({ hooks }) => {
    hooks.parser.for('javascript/esm').tap(name, tap);
    hooks.parser.for('javascript/auto').tap(name, tap);
  });
}

/**
 * Whether what is parsed is a file of the contracts of `/api`.
 * @param {javascript.JavascriptParser} parser
 */
export const isContract = (parser) => parser.state.module.resource?.includes(contracts) === true;
