/** @typedef {import('@oxlint/plugins').ESTree.Node} Node */

/**
 * Words that are no names here, each with the field's standard term. Sentences may use them: the rule reads names only.
 * Names that stand in released contracts keep their form, which is why properties are not looked at.
 * @type {Readonly<Record<string, string>>}
 */
export const standardTerms = {
  catalogue: 'catalog',
  door: 'endpoint, server or transport',
  hears: 'consumes',
  neighbours: 'clients (calling) or upstreams (tests)',
  person: 'user, caller or owner',
  persons: 'users',
  somebody: 'user, caller or owner',
  tells: 'publishes',
  told: 'event, or what was answered, sent or shown',
  unbroken: 'resumed',
  whoever: 'user, caller or owner',
};

/** What a limit is not called: what is the longest of several may be. */
const limitWords = /^(?:fewest|largest|least|longest|most|shortest|smallest)$/;

/** @param {string} name @returns {string[]} `toOwnFacts` is `to`, `own`, `facts` */
const wordsOf = (name) => name.split(/(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase());

/**
 * Lint rule: what is declared is named by the field's standard terms, and a limit begins with `max` or `min`.
 * @type {import('@oxlint/plugins').Rule}
 */
export const vocabulary = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      term: 'Name `{{ name }}` by the standard term: not "{{ word }}" but {{ term }}.',
      limit: 'Name the limit `{{ name }}` with max or min in place of "{{ word }}".',
    },
  },
  create(context) {
    /** A class is known outside and inside of itself. @type {Set<Node>} */
    const seen = new Set();

    /** @param {Node} node @param {string} name */
    function visit(node, name) {
      if (seen.has(node)) return;
      seen.add(node);
      const word = wordsOf(name).find((each) => Object.hasOwn(standardTerms, each));
      if (word) context.report({ node, messageId: 'term', data: { name, word, term: standardTerms[word] ?? '' } });
    }

    return {
      // Of everything in scope: variables, parameters, functions, classes, types; an import is named where it is declared.
      'Program:exit'() {
        for (const { variables } of context.sourceCode.scopeManager.scopes)
          for (const { name, defs } of variables)
            for (const { type, name: node } of defs) if (type !== 'ImportBinding' && node) visit(node, name);
      },
      VariableDeclarator(node) {
        if (node.id.type !== 'Identifier' || !isConstantOfModule(node)) return;
        const word = wordsOf(node.id.name).find((each) => limitWords.test(each));
        if (word && isFixed(node.init))
          context.report({ node, messageId: 'limit', data: { name: node.id.name, word } });
      },
    };
  },
};

/** What is found while something runs, such as the longest time so far, is no limit. @param {Node} node */
function isConstantOfModule({ parent }) {
  if (parent?.type !== 'VariableDeclaration' || parent.kind !== 'const') return false;
  return parent.parent.type === 'Program' || parent.parent.type === 'ExportNamedDeclaration';
}

/**
 * Whether a value is a number that stands in the source, or an object of such.
 * @param {Node | null | undefined} node
 * @returns {boolean}
 */
function isFixed(node) {
  if (node?.type === 'Literal') return typeof node.value === 'number';
  if (node?.type === 'BinaryExpression') return isFixed(node.left) && isFixed(node.right);
  if (node?.type !== 'ObjectExpression') return false;
  return node.properties.length > 0 && node.properties.every((each) => each.type === 'Property' && isFixed(each.value));
}
