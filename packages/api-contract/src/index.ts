export * from './nouns.js';
export * from './routes.js';
