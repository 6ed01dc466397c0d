import { join } from 'node:path';
import webpack from 'webpack';

/** Parts of react-query that no page uses; a test holds the list against what pages import. */
export const unusedOfQuery = [
  'hydration',
  'HydrationBoundary',
  'streamedQuery',
  'useIsFetching',
  'useMutationState',
  'usePrefetchInfiniteQuery',
  'usePrefetchQuery',
  'useSuspenseInfiniteQuery',
  'useSuspenseQueries',
  'useSuspenseQuery',
];

/**
 * What libraries bring along and no page uses: a shared package is whole in the page, as it is unknown what a slice will
 * ask of it; and zod's classes carry the printing of JSON schemas with them, which only the gateway prints.
 */
export const leftOut = () => [
  leaveOut(new RegExp(`^\\./(${unusedOfQuery.join('|')})\\.js$`), '@tanstack'),
  leaveOut(/^\.\.?\/(core\/)?(json-schema-processors|to-json-schema)\.js$/, 'zod'),
];

/** @param {RegExp} request @param {string} library */
const leaveOut = (request, library) =>
  new webpack.NormalModuleReplacementPlugin(request, (resolved) => {
    if (resolved.context.includes(join('node_modules', library))) resolved.request = absent;
  });

const absent = join(import.meta.dirname, 'left-out.cjs');
