import { useLocation, type RouteObject } from '@polylogue/web-kit/router';
import { NotFound } from '../not-found/not-found.js';
import { SliceHost } from '../slices/slice-host.js';
import type { SliceLoader } from '../slices/slice-loader.js';
import { slices } from '../slices/slices.js';
import { Frame } from './frame.js';

/** Every address of a signed-in user: each slice under its prefix, anything else 'Page Not Found'. */
export function signedInRoutes(loader: SliceLoader): RouteObject[] {
  const mounted = slices
    .filter(({ prefix }) => prefix !== '/')
    .map((row): RouteObject => ({
      path: `${row.prefix}/*`,
      element: <SliceHost key={row.name} row={row} loader={loader} />,
    }));
  return [{ element: <Frame />, children: [...mounted, { path: '*', element: <Root loader={loader} /> }] }];
}

// The dashboard's prefix is '/': mounted like the others it would answer every address that does not exist.
function Root({ loader }: { loader: SliceLoader }) {
  const row = slices.find(({ prefix }) => prefix === '/');
  return useLocation().pathname === '/' && row ? <SliceHost key={row.name} row={row} loader={loader} /> : <NotFound />;
}
