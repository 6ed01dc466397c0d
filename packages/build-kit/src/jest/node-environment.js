import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { putBack, snapshot } from './put-back.js';
import { returnWindow } from './window.js';

// Given the very global, fake timers would replace those of `node:timers` too, by which React and Node itself go on.
const timersOwner = new Proxy(globalThis, {});

/** The process itself: nothing is virtual, and what a file changes in its globals is put back after it. */
export default class NodeEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #before;

  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    this.#before = this.globalsBefore();
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: timersOwner });
  }

  /** @returns what is put back after the file */
  globalsBefore() {
    returnWindow();
    return [globalThis, process, process.env].map(snapshot);
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    await closeFetched();
    this.#before.forEach(putBack);
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}

/** @typedef {{ destroy(): Promise<void> }} Dispatcher */

const dispatcher = Symbol.for('undici.globalDispatcher.1');

/**
 * Closes the connections of `fetch`. One whose answer was not read to its end stays open, also when its server is gone, and the
 * worker could not exit: "A worker process has failed to exit gracefully".
 */
async function closeFetched() {
  const globals = /** @type {Record<symbol, Dispatcher | undefined>} */ (/** @type {unknown} */ (globalThis));
  const open = globals[dispatcher];
  if (!open) return;
  globals[dispatcher] = new /** @type {new () => Dispatcher} */ (open.constructor)();
  await open.destroy();
}
