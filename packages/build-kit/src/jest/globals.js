// What tests import as `@jest/globals`. It is loaded once per worker and speaks for the file that runs now, so that helpers
// shared by several files register their hooks with the right one.
/** @typedef {Record<string, Function & Record<PropertyKey, unknown>>} Globals */

const current = (/** @type {string} */ name) => {
  const { [Symbol.for('polylogue.jest')]: globals } = /** @type {Record<symbol, Globals>} */ (
    /** @type {unknown} */ (globalThis)
  );
  const found = globals?.[name];
  if (!found) throw new Error(`@jest/globals has no ${name} here: it is for test files, run by jest.`);
  return found;
};

/** @param {string} name */
const live = (name) =>
  new Proxy(() => undefined, {
    get: (_, key) => current(name)[key],
    apply: (_, self, args) => current(name)(...args),
  });

export const afterAll = live('afterAll');
export const afterEach = live('afterEach');
export const beforeAll = live('beforeAll');
export const beforeEach = live('beforeEach');
export const describe = live('describe');
export const expect = live('expect');
export const it = live('it');
export const jest = live('jest');
export const test = live('test');
