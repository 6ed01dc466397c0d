// One jsdom window per worker, its properties lent to the globals of the process while screens are tested.
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';

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

/** What the pages of a file set and opened. @type {Set<NodeJS.Timeout>} */
const timers = new Set();
/** @type {Set<number>} */
const frames = new Set();
/** @type {MessageChannel[]} */
const channels = [];

/** A channel of Node: antd's controls open one for each task they put off, and listen for ever. */
class PageChannel {
  constructor() {
    const channel = new MessageChannel();
    channels.push(channel);
    return channel;
  }
}

/**
 * Forgets what waits, as a browser does with a page that is left: an answer is kept for five minutes in case a screen shows it
 * again, a stream waits for a sign of life, a toast for its end. The next file sees none of it, and no process waits for it.
 */
export function leavePage() {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  for (const frame of frames) opened?.cancelAnimationFrame(frame);
  frames.clear();
  for (const { port1 } of channels.splice(0)) port1.close();
}

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
  lend('MessageChannel', { writable: true, value: PageChannel });
  lendTimer('setTimeout');
  lendTimer('setInterval');
  const requestFrame = (/** @type {FrameRequestCallback} */ act) => {
    const frame = window.requestAnimationFrame((at) => {
      frames.delete(frame);
      act(at);
    });
    frames.add(frame);
    return frame;
  };
  lend('requestAnimationFrame', { writable: true, value: requestFrame });
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

/** @param {'setTimeout' | 'setInterval'} name */
function lendTimer(name) {
  /** @type {(...words: any[]) => NodeJS.Timeout} */
  const set = globalThis[name];
  const value = (/** @type {any[]} */ ...words) => {
    const timer = set(...words);
    timers.add(timer);
    return timer;
  };
  lend(name, { writable: true, value });
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
