import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { BareContracts } from './bare-contracts.js';
import { builtPage } from './built-page.js';
import { PureContracts } from './pure-contracts.js';

it('a page carries contracts without what they say of themselves, and they check as before', async () => {
  const page = await built('packages/api-contract/src');
  expect(page).not.toMatch(/\.meta\(\{|description|Of a noun|At most/);
  const { schema } = shown(page);
  expect(schema.meta()).toBeUndefined();
  expect(schema.parse({ names: ['one'] })).toEqual({ names: ['one'] });
  expect(schema.safeParse({ names: ['one', 'two', 'three', 'four'] }).success).toBe(false);
});

it('what other files say of themselves stays', async () => {
  const { schema } = shown(await built('somewhere/src'));
  expect(schema.meta()).toEqual({ description: 'Of a noun.', id: 'Noun' });
});

/** @param {string} place of the file that the page imports a schema from */
const built = (place) =>
  builtPage(
    {
      [`${place}/limits.js`]: 'export const most = 3;',
      [`${place}/nouns.js`]: `import { most } from './limits.js';
        const { z } = globalThis;
        const name = z.string().min(1).meta({ description: 'Plain text.' });
        export const noun = z
          .object({ names: z.array(name).max(most).meta({ description: \`At most \${most}.\`, examples: [name.parse('a')] }) })
          .meta({ description: 'Of a noun.' })
          .meta({ id: 'Noun' });`,
      'page.js': `import { noun } from './${place}/nouns.js'; globalThis.shown.schema = noun;`,
    },
    [new BareContracts(), new PureContracts()],
  );

/** @param {string} page */
function shown(page) {
  const shown = /** @type {{ schema: import('zod').ZodType }} */ ({});
  runInNewContext(page, { z, shown });
  return shown;
}
