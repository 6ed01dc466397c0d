import { isContract, tapParsers } from './contract-parsers.js';

/** @import { Compiler, javascript } from 'webpack' */

const name = 'PureContracts';

/**
 * The contracts of `/api` are constants that calls of zod make, and such a call does nothing else. webpack cannot know:
 * without this a page carries every call of each file that it takes one contract from.
 */
export class PureContracts {
  /** @param {Compiler} compiler */
  apply(compiler) {
    tapParsers(compiler, name, callsArePure);
  }
}

/** @param {javascript.JavascriptParser} parser */
function callsArePure(parser) {
  parser.hooks.isPure.for('CallExpression').tap(name, () => (isContract(parser) ? true : undefined));
}
