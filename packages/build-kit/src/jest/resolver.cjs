// For `jest --findRelatedTests`: what imports a workspace is followed into its sources.

/** @type {import('jest-resolve').SyncResolver} */
module.exports = (path, options) =>
  options.defaultResolver(path, {
    ...options,
    conditions: ['polylogue-source', ...(options.conditions ?? ['import', 'default'])],
  });
