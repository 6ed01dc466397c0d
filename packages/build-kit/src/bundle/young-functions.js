import webpack from 'webpack';

const name = 'YoungFunctions';
const { ConstDependency } = webpack.dependencies;

/**
 * Writes `a.b = () => …` inside functions as `a.b = (0, () => …)`, which does the same and allocates otherwise: V8 puts a
 * function that is assigned to a property as it stands among the old objects, because most such functions are methods that
 * stay. Those of a request do not stay, but all that they lead to is kept until the whole heap is collected: the request,
 * its answer, the rows it read (decision 0125). Express' sessions, pg and our own code make them for every call.
 */
export class YoungFunctions {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.normalModuleFactory.tap(name, (factory) => {
      for (const type of ['javascript/auto', 'javascript/dynamic', 'javascript/esm'])
        factory.hooks.parser.for(type).tap(name, (parser) => markIn(/** @type {Parser} */ (parser)));
    });
  }
}

/** @typedef {import('webpack').javascript.JavascriptParser} Parser */

/**
 * When all else is known of a module: what stands in code that webpack leaves out goes with it, and a mark in there would not.
 * @param {Parser} parser
 */
function markIn(parser) {
  parser.hooks.finish.tap(name, (program) => {
    const { module } = parser.state;
    const replaced = (module.presentationalDependencies ?? []).flatMap(rangeOf);
    for (const [start, end] of assignedFunctions(program)) {
      if (replaced.some(([from, to]) => from <= start && end <= to)) continue;
      for (const mark of [new ConstDependency('(0,', start), new ConstDependency(')', end)])
        module.addPresentationalDependency(mark);
    }
  });
}

/** @param {import('webpack').Dependency} dependency @returns {[number, number][]} what is written in place of a stretch of code */
const rangeOf = (dependency) =>
  dependency instanceof ConstDependency && Array.isArray(dependency.range) ? [dependency.range] : [];

/** @typedef {{ type: string, range: [number, number], [part: string]: unknown }} Node */

/**
 * The places of all functions that are assigned to a property inside of a function. Those of a module's top level are made
 * once, and so are methods of a prototype, whose names V8 takes from the assignment for its stack traces.
 * @param {unknown} program of acorn, with ranges
 * @returns {[number, number][]} from the first character of each up to behind its last
 */
export function assignedFunctions(program) {
  /** @type {[number, number][]} */
  const found = [];
  /** @param {unknown} node @param {boolean} isInside */
  const walk = (node, isInside) => {
    if (Array.isArray(node)) for (const each of node) walk(each, isInside);
    if (!isNode(node)) return;
    if (isInside && isAssigned(node)) found.push(/** @type {Node} */ (node.right).range);
    const isInsideOf = isInside || isFunction(node);
    for (const part in node) walk(node[part], isInsideOf);
  };
  walk(program, false);
  return found;
}

/** @param {Node} node */
function isAssigned({ type, left, right }) {
  if (type !== 'AssignmentExpression' || !isFunction(right) || !isNode(left)) return false;
  return left.type === 'MemberExpression' && !isPrototype(left.object);
}

/** @param {unknown} node @returns {node is Node} */
const isNode = (node) => typeof node === 'object' && node !== null && 'type' in node;

/** @param {unknown} node */
const isFunction = (node) => isNode(node) && /^(Function|ArrowFunction)/.test(node.type);

/** @param {unknown} node */
const isPrototype = (node) =>
  isNode(node) && node.type === 'MemberExpression' && isNode(node.property) && node.property.name === 'prototype';
