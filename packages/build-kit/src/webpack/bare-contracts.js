import webpack from 'webpack';
import { isContract, tapParsers } from './contract-parsers.js';

/** @import { Compiler, javascript } from 'webpack' */
/** @typedef {{ type: string, range: [number, number], [key: string]: unknown }} Node */

const name = 'BareContracts';

/**
 * What the contracts of `/api` say of themselves (`.meta({ description })`) is for the OpenAPI document, which the gateway makes. A
 * page is built without: it reads none of it, and each of these calls makes its schema once more.
 */
export class BareContracts {
  /** @param {Compiler} compiler */
  apply(compiler) {
    tapParsers(compiler, name, leaveMetaOut);
  }
}

/** @param {javascript.JavascriptParser} parser */
function leaveMetaOut(parser) {
  parser.hooks.program.tap(name, (program) => {
    if (!isContract(parser)) return;
    const { module } = parser.state;
    bare(/** @type {Node} */ (/** @type {unknown} */ (program)), (start, end) =>
      module.addPresentationalDependency(new webpack.dependencies.ConstDependency('', [start, end])),
    );
  });
}

/**
 * A node without the calls of `meta` in it. Its text is removed; the rest of the tree keeps its places.
 * @param {Node} node
 * @param {(start: number, end: number) => void} remove
 * @returns {Node}
 */
function bare(node, remove) {
  for (const [key, value] of Object.entries(node)) {
    if (Array.isArray(value)) node[key] = value.map((each) => (isNode(each) ? bare(each, remove) : each));
    else if (isNode(value)) node[key] = bare(value, remove);
  }
  const schema = describedBy(node);
  if (!schema) return node;
  remove(schema.range[1], node.range[1]);
  return schema;
}

/**
 * The schema in front of a `.meta({ … })`.
 * @param {Node} node
 */
function describedBy({ type, callee, arguments: given }) {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return undefined;
  const [{ object, property }, [metadata]] = [callee, /** @type {Node[]} */ (given)];
  const isMeta = isNode(property) && property['name'] === 'meta' && metadata?.type === 'ObjectExpression';
  return isMeta && isNode(object) ? object : undefined;
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'range' in value;
