import { join, sep } from 'node:path';

/** @import { Compiler, javascript } from 'webpack' */

const name = 'PureContracts';
const contracts = join('packages', 'api-contract', 'src') + sep;

/**
 * The contracts of `/api` are constants that calls of zod make, and such a call does nothing else. webpack cannot know:
 * without this a page carries every call of each file that it takes one contract from.
 */
export class PureContracts {
  /** @param {Compiler} compiler */
  apply(compiler) {
    compiler.hooks.normalModuleFactory.tap(name, ({ hooks }) => {
      hooks.parser.for('javascript/esm').tap(name, callsArePure);
      hooks.parser.for('javascript/auto').tap(name, callsArePure);
    });
  }
}

/** @param {javascript.JavascriptParser} parser */
function callsArePure(parser) {
  parser.hooks.isPure
    .for('CallExpression')
    .tap(name, () => (parser.state.module.resource?.includes(contracts) ? true : undefined));
}
