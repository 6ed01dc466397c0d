import type { Part } from './part.js';

/** The parts of `npm run abuse`, in the order in which they are played: what fills the product comes last. */
export const parts: Readonly<Record<string, { title: string; play: Part }>> = {};
