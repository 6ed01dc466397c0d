import { TestEnvironment } from 'jest-environment-jsdom';

// What every browser has and jsdom has not: taken from Node, so that a fake answer is a real Response.
const taken = [
  'fetch',
  'Response',
  'Request',
  'Headers',
  'ReadableStream',
  'TextEncoder',
  'TextDecoder',
  'AbortController',
  'AbortSignal',
  'structuredClone',
];

export default class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of taken) this.global[name] = globalThis[name];
    // Node streams hand out Node's Uint8Array, and code in a page compares with its own.
    this.global.Uint8Array = Uint8Array;
    this.global.matchMedia ??= (query) =>
      Object.assign(new this.global.EventTarget(), { matches: false, media: query, onchange: null });
  }
}
