/** Injection token of what spreads the waits between attempts, `Math.random`; tests replace it. */
export const RANDOM = Symbol('random');
export type Random = () => number;
