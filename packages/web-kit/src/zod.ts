/** What `zod` is in a page: one copy for shell and slices, though each brings its own contract. */
export * as z from './zod-subset.js';
