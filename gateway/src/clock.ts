/** Injected, so that tests decide what time it is. */
export interface Clock {
  now(): number;
}
export const Clock = Symbol('Clock');
