/** @import { Node, Operand, Pipeline } from './template-parser.js' */
import { functions, isTrue } from './template-functions.js';
import { parseTemplate } from './template-parser.js';

/** @typedef {Record<string, unknown>} Fields */
/** @typedef {{ dot: unknown, variables: Map<string, unknown> }} Scope */

/**
 * Renders a template of the chart as Helm does, so that the chart can be checked where there is no Helm. Where there is one,
 * a test holds the two against each other.
 * @param {string} template
 * @param {Fields} root `.`
 */
export function renderTemplate(template, root) {
  return renderAll(parseTemplate(template), { dot: root, variables: new Map([['$', root]]) });
}

/** @param {Node[]} nodes @param {Scope} scope @returns {string} */
function renderAll(nodes, scope) {
  return nodes.map((node) => renderNode(node, scope)).join('');
}

/** @param {Node} node @param {Scope} scope @returns {string} */
function renderNode(node, scope) {
  if (node.kind === 'text') return node.text;
  const value = valueOf(node.pipeline, scope);
  if (node.kind === 'print') {
    if (value === undefined || value === null) throw new Error(`${JSON.stringify(node.pipeline)} is nothing.`);
    return String(value);
  }
  if (node.kind === 'set') {
    scope.variables.set(node.name, value);
    return '';
  }
  const dot = node.kind === 'with' && isTrue(value) ? value : scope.dot;
  return renderAll(isTrue(value) ? node.then : node.otherwise, { dot, variables: new Map(scope.variables) });
}

/** @param {Pipeline} pipeline @param {Scope} scope @returns {unknown} */
function valueOf([first = [], ...calls], scope) {
  return calls.reduce((before, call) => callOf(call, scope, [before]), callOf(first, scope, []));
}

/** @param {Operand[]} call @param {Scope} scope @param {unknown[]} piped @returns {unknown} */
function callOf([head, ...rest], scope, piped) {
  if (!head) throw new Error('There is nothing to call.');
  const args = [...rest.map((each) => operandValue(each, scope)), ...piped];
  if ('word' in head && /^[a-z]/i.test(head.word)) {
    const called = functions[head.word];
    if (!called) throw new Error(`The function ${head.word} is not known here.`);
    return called(...args);
  }
  if (args.length > 0) throw new Error(`Not a function: ${JSON.stringify(head)}`);
  return operandValue(head, scope);
}

/** @param {Operand} operand @param {Scope} scope @returns {unknown} */
function operandValue(operand, scope) {
  if ('literal' in operand) return operand.literal;
  if ('pipeline' in operand) return valueOf(operand.pipeline, scope);
  const { word } = operand;
  if (word === '.') return scope.dot;
  if (!/^(\$\w*)?(\.\w+)*$/.test(word)) throw new Error(`Not known here: ${word}`);
  const [start = '', ...keys] = word.split('.');
  if (start !== '' && !scope.variables.has(start)) throw new Error(`There is no variable ${start}.`);
  return keys.reduce(fieldOf, start === '' ? scope.dot : scope.variables.get(start));
}

/** @param {unknown} holder @param {string} key */
function fieldOf(holder, key) {
  const fields = /** @type {Fields | undefined | null} */ (holder);
  if (!fields || typeof fields !== 'object' || !(key in fields)) throw new Error(`There is no ${key}.`);
  return fields[key];
}
