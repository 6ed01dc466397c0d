import NodeEnvironment from './node-environment.js';
import { snapshot } from './put-back.js';
import { leavePage, lendWindow } from './window.js';

const window = await lendWindow();

/** One window for all files of a worker, emptied after each. */
export default class WebEnvironment extends NodeEnvironment {
  /** @override */
  globalsBefore() {
    return [globalThis, process, process.env, window.document].map(snapshot);
  }

  /** @override */
  async setup() {
    await super.setup();
    await lendWindow();
  }

  /** @override */
  async teardown() {
    // What React has put off until later still needs the window.
    for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
    leavePage();
    await super.teardown();
    const { document, history, localStorage, sessionStorage } = window;
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    }
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  }
}
