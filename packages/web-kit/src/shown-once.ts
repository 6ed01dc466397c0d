/** The entry for screens that make a key or a secret, which is shown once. */
export { ShownOnce, type ShownOnceProps } from './shown-once/shown-once.js';
