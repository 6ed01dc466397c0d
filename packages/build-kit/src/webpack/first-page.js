/** @import { ChunkGraph, Configuration, Module, NormalModule } from 'webpack' */

/**
 * What every page begins with, in two files instead of one per shared package: they compress better together, and are
 * asked for at once. Libraries stay apart, because they change less often than our own code.
 * @returns {NonNullable<Configuration['optimization']>['splitChunks']}
 */
export function firstPage() {
  return {
    cacheGroups: {
      // Sheets stay where they are: their order counts.
      first: { type: /^javascript/, test: isOnFirstPage, name: nameOf, enforce: true },
    },
  };
}

// The shell's own beginning, and what it shares with the slices there.
const roots =
  /[\\/](bootstrap\.tsx|web-kit[\\/]src[\\/]index\.ts|react-query[\\/].+[\\/]index\.js|react(-dom)?[\\/][\w-]+\.js)$/;

/** @param {Module} module @param {{ chunkGraph: ChunkGraph }} context */
const isOnFirstPage = (module, { chunkGraph }) =>
  [...chunkGraph.getModuleChunksIterable(module)].some((chunk) =>
    [...chunkGraph.getChunkRootModules(chunk)].some((root) => roots.test(resourceOf(root))),
  );

/** @param {Module} module */
const nameOf = (module) => (/[\\/]node_modules[\\/]/.test(resourceOf(module)) ? 'libraries' : 'first');

/** @param {Module} module @returns {string} its file; empty where a module has none */
const resourceOf = (module) => /** @type {Partial<NormalModule>} */ (module).resource ?? '';
