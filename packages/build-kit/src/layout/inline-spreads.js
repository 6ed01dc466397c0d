const why = 'the spread of an inline literal adds nothing';

/** Options of ESLint's `no-restricted-syntax`: an inline literal is not spread into another one. */
export const inlineSpreads = [
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: `Write these properties into the outer object: ${why}.`,
  },
  {
    selector: ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression',
    message: `Write these elements into the outer list: ${why}.`,
  },
  {
    selector: 'JSXSpreadAttribute > ObjectExpression',
    message: `Write these attributes out: ${why}.`,
  },
];
