import { expect, it } from '@jest/globals';
import { builtPage } from './built-page.js';
import { PureContracts } from './pure-contracts.js';

it('a page carries the contracts it uses, and what these are made of', async () => {
  const page = await built('packages/api-contract/src');
  expect(page).toContain('the one that is used');
  expect(page).toContain('a part of it');
  expect(page).not.toContain('another of the same file');
});

it('calls of other files may do more than make a value, and stay', async () => {
  expect(await built('somewhere/src')).toContain('another of the same file');
});

/** @param {string} place of the file that the page imports one constant from */
const built = (place) =>
  builtPage(
    {
      [`${place}/nouns.js`]: `const made = (...of) => globalThis.make(of);
        const part = made('a part of it');
        export const used = made('the one that is used', part);
        export const unused = made('another of the same file', part);`,
      'page.js': `import { used } from './${place}/nouns.js'; globalThis.show(used);`,
    },
    [new PureContracts()],
  );
