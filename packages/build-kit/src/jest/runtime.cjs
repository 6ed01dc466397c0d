// jest loads test files inside a virtual machine, in which every file links Nest, TypeORM, antd and the kits anew: one to
// five seconds each. Here Node itself imports them, so what several files import is loaded once per worker
// (docs/decisions/0019).
const asyncHooks = require('node:async_hooks');
const nodeModule = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { mapFileOf } = require('./transform-cache.cjs');

/** From Node 22.15 on. @typedef {{ registerHooks?: (hooks: object) => void }} NewerModule */
const { registerHooks } = /** @type {NewerModule} */ (nodeModule);
// In the thread of the tests where Node can: otherwise each import waits for another one.
if (registerHooks) registerHooks(require('./hooks.js'));
else nodeModule.register('./hooks.js', pathToFileURL(__filename));

let imports = 0;

const storageOfTests = new asyncHooks.AsyncLocalStorage();
const ownStorage = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage'));
/** Made by `new`, it is always the same. @type {PropertyDescriptor} */
const oneStorage = {
  configurable: true,
  value: function () {
    return storageOfTests;
  },
};

/** @typedef {{ jestGlobals: { jestObjectFor(path: string): object }, _testPath: string }} Inner what jest-runtime has, and keeps for itself */

class NodeRuntime extends JestRuntime {
  /**
   * A fresh copy of the framework for each file: it keeps the tests it collects in its module. All of them share the storage
   * that follows a test through its promises: before Node 24 each promise takes time for every storage that was ever used, so that
   * the hundredth file of a worker would take several times as long as the first.
   * @override
   * @template T
   * @param {string} path
   * @returns {T}
   */
  requireInternalModule(path) {
    delete require.cache[path];
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', oneStorage);
    try {
      return require(path);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', ownStorage);
    }
  }

  /**
   * @override
   * @template T
   * @param {string} path
   * @returns {T}
   */
  requireModule(path) {
    return require(path);
  }

  /** @override */
  unstable_shouldLoadAsEsm() {
    return true;
  }

  /**
   * A test file or a setup file runs each time it is asked for; what it imports is loaded once.
   * @override
   * @param {string} path
   * @returns {Promise<any>} the module
   */
  unstable_importModule(path) {
    return import(`${pathToFileURL(path).href}?import=${++imports}`);
  }

  /**
   * Makes `@jest/globals` stand for those of the file that runs now.
   * @override
   * @param {Parameters<JestRuntime['setGlobalsForRuntime']>[0]} globals
   */
  setGlobalsForRuntime(globals) {
    const { jestGlobals, _testPath } = /** @type {Inner} */ (/** @type {unknown} */ (this));
    const jest = jestGlobals.jestObjectFor(_testPath);
    // Testing Library looks for fake timers in the global one.
    Object.assign(globalThis, { [Symbol.for('polylogue.jest')]: { ...globals, jest }, jest });
  }

  /** @override */
  getSourceMaps() {
    return sourceMaps;
  }
}

/** Nothing is registered: where the map of a file is kept follows from its path. @extends {Map<string, string>} */
class SourceMaps extends Map {
  /** @override @param {string} path */
  get(path) {
    return /\.tsx?(\?|$)/.test(path) ? mapFileOf(path) : undefined;
  }
}
const sourceMaps = new SourceMaps();

module.exports = NodeRuntime;
