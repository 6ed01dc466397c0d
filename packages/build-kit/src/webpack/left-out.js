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
 * ask of it; zod's classes carry the printing of JSON schemas with them, which only the gateway prints; antd's theme carries
 * tooltips that share one popup, for an option that is set nowhere; and lucide computes for each icon what none is asked for.
 */
export const leftOut = () => [
  leaveOut(new RegExp(`^\\./(${unusedOfQuery.join('|')})\\.js$`), '@tanstack'),
  leaveOut(/^\.\.?\/(core\/)?(json-schema-processors|to-json-schema)\.js$/, 'zod'),
  leaveOut(/^\.\.\/tooltip\/UniqueProvider$/, join('antd', 'es', 'config-provider')),
  new webpack.NormalModuleReplacementPlugin(/\/createLucideIcon\.mjs$/, (resolved) => {
    if (resolved.context.includes(join('node_modules', 'lucide-react'))) resolved.request = iconOfPages;
  }),
];

/** What lucide's `createLucideIcon` comes to in a page: the file beside this one, wherever what is installed stands. */
const iconOfPages = join(import.meta.dirname, '../../../web-kit/src/icon.ts');

/** @param {RegExp} request @param {string} library its folder, or the one within it that asks */
const leaveOut = (request, library) =>
  new webpack.NormalModuleReplacementPlugin(request, (resolved) => {
    if (resolved.context.includes(join('node_modules', library))) resolved.request = absent;
  });

const absent = join(import.meta.dirname, 'left-out.cjs');
