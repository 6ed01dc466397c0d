import { relative, sep } from 'node:path';

/** @typedef {import('eslint').Rule.Node} Node */

/**
 * ESLint rule: a function has at most `max` lines of code; blank lines and comments do not count. The callback of a
 * `describe` holds tests, each of which is measured by itself, so it has no limit.
 *
 * `known` lists today's exceptions: for each file the lengths of its long functions. None of them may grow or be joined
 * by another, and one that is no longer needed has to leave the list, so the list only shrinks.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const functionLength = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: {
          max: { type: 'integer' },
          known: { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } },
        },
        required: ['max', 'known'],
        additionalProperties: false,
      },
    ],
    messages: {
      long: 'This function has {{ length }} lines of code, {{ allowed }} are allowed: move a part of it into a function of its own.',
      stale:
        'Remove {{ lengths }} from the entry of this file in packages/build-kit/src/layout/long-functions.js: {{ count }} of its functions now have more than {{ max }} lines.',
    },
  },
  create(context) {
    const { max, known } = /** @type {{ max: number, known: Record<string, number[]> }} */ (context.options[0]);
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const listed = (known[file] ?? []).toSorted((left, right) => right - left);
    const lengthOf = measure(context.sourceCode);
    /** @type {{ node: Node, length: number }[]} */
    const long = [];

    /** @param {Node} node */
    function visit(node) {
      const length = lengthOf(node);
      if (length > max && !isDescribe(node)) long.push({ node, length });
    }

    return {
      FunctionDeclaration: visit,
      FunctionExpression: visit,
      ArrowFunctionExpression: visit,
      'Program:exit'(program) {
        long.sort((left, right) => right.length - left.length);
        long.forEach(({ node, length }, index) => {
          const allowed = listed[index] ?? max;
          const data = { length: String(length), allowed: String(allowed) };
          if (length > allowed) context.report({ node, messageId: 'long', data });
        });
        const lengths = listed.slice(long.length).join(', ');
        const data = { lengths, count: String(long.length), max: String(max) };
        if (lengths !== '') context.report({ node: program, messageId: 'stale', data });
      },
    };
  },
};

/**
 * @param {import('eslint').SourceCode} source
 * @returns {(node: Node) => number} how many of its lines hold code
 */
function measure({ ast, lines }) {
  const hasCode = new Uint8Array(lines.length + 1);
  for (const { loc } of ast.tokens) hasCode.fill(1, loc.start.line, loc.end.line + 1);
  return ({ loc }) => (loc ? hasCode.subarray(loc.start.line, loc.end.line + 1).reduce((sum, one) => sum + one, 0) : 0);
}

/** @param {Node} node */
function isDescribe({ parent }) {
  let callee = parent?.type === 'CallExpression' ? parent.callee : undefined;
  for (;;) {
    if (callee?.type === 'CallExpression') callee = callee.callee;
    else if (callee?.type === 'TaggedTemplateExpression') callee = callee.tag;
    else if (callee?.type === 'MemberExpression') callee = callee.object;
    else return callee?.type === 'Identifier' && callee.name === 'describe';
  }
}
