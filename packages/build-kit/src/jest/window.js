// One jsdom window per worker, its properties lent to the globals of the process while screens are tested.
import { runInNewContext } from 'node:vm';

// What Node has and jsdom has otherwise stays Node's: a fake answer is a real Response, a stream hands out Node's bytes.
const nodesOwn = `AbortController AbortSignal Headers Request Response TextDecoder TextEncoder Blob URL URLSearchParams
  clearImmediate clearInterval clearTimeout setImmediate setInterval setTimeout queueMicrotask
  console crypto performance structuredClone`;
const ofNode = new Set([...runInNewContext('Object.getOwnPropertyNames(globalThis)'), ...nodesOwn.split(/\s+/)]);
/** @typedef {import('jsdom').DOMWindow & Record<string, any>} Window */

/** @type {Window | undefined} */
let opened;
/** What stood in the place of each lent property. @type {Map<string, PropertyDescriptor | undefined>} */
const replaced = new Map();

/** @returns {Promise<Window>} the window, opened and lent if it is not yet */
export async function lendWindow() {
  const window = (opened ??= await open());
  if (replaced.size > 0) return window;
  for (let level = window; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (!ofNode.has(name)) lend(name, propertyOf(window, name));
    }
  }
  for (const name of ['window', 'self', 'parent', 'top', 'frames']) lend(name, { writable: true, value: globalThis });
  const matchMedia = (/** @type {string} */ query) =>
    Object.assign(new window.EventTarget(), { matches: false, media: query, onchange: null });
  lend('matchMedia', { writable: true, value: matchMedia });
  lend('IS_REACT_ACT_ENVIRONMENT', { writable: true, value: true });
  return window;
}

/** Takes the window from the globals, for a file that is not of the browser. */
export function returnWindow() {
  for (const [name, before] of replaced) {
    Reflect.deleteProperty(globalThis, name);
    if (before) Object.defineProperty(globalThis, name, before);
  }
  replaced.clear();
}

async function open() {
  const { JSDOM, VirtualConsole } = await import('jsdom');
  const virtualConsole = new VirtualConsole();
  // That jsdom draws nothing is known; what a page throws is not.
  virtualConsole.on('jsdomError', (/** @type {Error & { type?: string }} */ error) => {
    if (error.type !== 'not implemented') console.error(error);
  });
  const { window } = new JSDOM('<!doctype html>', {
    url: 'http://localhost/',
    pretendToBeVisual: true,
    virtualConsole,
  });
  return window;
}

/** @param {Window} window @param {string} name @returns {PropertyDescriptor} */
function propertyOf(window, name) {
  const value = window[name];
  if (typeof value !== 'function') return { get: () => window[name], set: (next) => void (window[name] = next) };
  const isClass = /^[A-Z]/.test(name);
  return { writable: true, value: isClass ? value : value.bind(window) };
}

/** @param {string} name @param {PropertyDescriptor} property */
function lend(name, property) {
  if (!replaced.has(name)) replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { configurable: true, enumerable: true, ...property });
}
