export { grouped } from './grouped.js';
export * from './nouns.js';
export * from './routes.js';
