export * from './cluster.js';
export * from './discovery.js';
export * from './replica.js';
