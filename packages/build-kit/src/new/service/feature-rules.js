/**
 * @import { Spelling } from '../names.js'
 * @import { MadeFile } from '../tree/tree.js'
 * @import { ServiceFeature } from './plan-service-feature.js'
 */

/** @param {ServiceFeature} plan @returns {MadeFile[]} the rules and their test, relative to the folder of the feature */
export const featureRules = ({ feature: { one } }) => [
  [`${one.kebab}.rules.ts`, rules],
  [`${one.kebab}.rules.test.ts`, rulesTest(one)],
];

const rules = `const mostLetters = 200;

/** The name that is meant, or the sentence that says why it is none. */
export function nameOf(text: string): { name: string; fault?: undefined } | { name?: undefined; fault: string } {
  const name = text.trim();
  if (name === '') return { fault: 'Type a name.' };
  if (name.length > mostLetters) return { fault: \`A name has at most \${mostLetters} characters.\` };
  if (name.includes('\\0')) return { fault: 'A name cannot contain NUL characters.' };
  return { name };
}
`;

/** @param {Spelling} one */
const rulesTest = (one) => `import { describe, expect, it } from '@jest/globals';
import { nameOf } from './${one.kebab}.rules.js';

describe('the name of a ${one.words}', () => {
  it.each([
    [' Books ', { name: 'Books' }],
    ['a'.repeat(200), { name: 'a'.repeat(200) }],
    [' \\n', { fault: 'Type a name.' }],
    ['a'.repeat(201), { fault: 'A name has at most 200 characters.' }],
    ['a\\0b', { fault: 'A name cannot contain NUL characters.' }],
  ])('%j', (text, meant) => expect(nameOf(text)).toEqual(meant));
});
`;

/**
 * The migration with the feature's table.
 * @param {ServiceFeature} plan
 * @param {string} id of the migration in code
 */
export const featureTables = (
  { slice, feature: { many }, migration },
  id,
) => `import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

export const ${id} = sqlMigration(
  '${migration}',
  \`
CREATE TABLE ${slice.snake}.${many.snake} (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, name)
);
CREATE INDEX ${many.snake}_newest ON ${slice.snake}.${many.snake} (user_id, id DESC);
\`,
  enableRowSecurity('${slice.snake}.${many.snake}', 'user_id'),
);
`;
