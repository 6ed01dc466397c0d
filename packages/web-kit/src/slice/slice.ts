import type { RouteObject } from '../router.js';

/** What a micro-frontend gives the shell. It only grows. */
export interface Slice {
  /** Routes under the prefix the shell gives the slice; a slice never knows where it is mounted. */
  routes: RouteObject[];
}

/** Declares a slice: `export const slice = defineSlice({ routes: [...] })`. */
export const defineSlice = (slice: Slice): Slice => slice;
