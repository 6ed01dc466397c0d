const why = 'the spread of an inline literal adds nothing';
const properties = `Write these properties into the outer object: ${why}.`;
const elements = `Write these elements into the outer list: ${why}.`;
const attributes = `Write these attributes out: ${why}.`;

/** Lint rule: an inline literal is not spread into another one. @type {import('@oxlint/plugins').Rule} */
export const inlineSpreads = {
  meta: { type: 'suggestion', schema: [], messages: { properties, elements, attributes } },
  create: (context) => ({
    SpreadElement({ argument, parent }) {
      if (argument.type === 'ObjectExpression' && parent.type === 'ObjectExpression')
        context.report({ node: argument, messageId: 'properties' });
      if (argument.type === 'ArrayExpression' && parent.type !== 'ObjectExpression')
        context.report({ node: argument, messageId: 'elements' });
    },
    JSXSpreadAttribute({ argument }) {
      if (argument.type === 'ObjectExpression') context.report({ node: argument, messageId: 'attributes' });
    },
  }),
};
