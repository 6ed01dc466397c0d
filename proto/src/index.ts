export * from './blind.js';
export * from './enum-words.js';
export * from './event-map.js';
export * from './gen/index.js';
export * from './limits.js';
export * from './stored.js';
export * from './variants.js';
export * from './words.js';
