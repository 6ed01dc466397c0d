/** @typedef {import('@oxlint/plugins').ESTree.Node} Node */

/**
 * Lint rule: a function has at most `max` lines of code; blank lines and comments do not count. The callback of a
 * `describe` holds tests, each of which is measured by itself, so it has no limit.
 *
 * @type {import('@oxlint/plugins').Rule}
 */
export const functionLength = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: { max: { type: 'integer' } },
        required: ['max'],
        additionalProperties: false,
      },
    ],
    messages: {
      long: 'This function has {{ length }} lines of code, {{ max }} are allowed: move a part of it into a function of its own.',
    },
  },
  create(context) {
    const { max } = /** @type {{ max: number }} */ (context.options[0]);
    const lengthOf = measure(context.sourceCode);

    /** @param {Node} node */
    function visit(node) {
      const length = lengthOf(node);
      if (length <= max || isDescribe(node)) return;
      context.report({ node, messageId: 'long', data: { length: String(length), max: String(max) } });
    }

    return { FunctionDeclaration: visit, FunctionExpression: visit, ArrowFunctionExpression: visit };
  },
};

/**
 * @param {import('@oxlint/plugins').SourceCode} source
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
    else if (callee?.type === 'ConditionalExpression') callee = callee.consequent;
    else return callee?.type === 'Identifier' && callee.name === 'describe';
  }
}
