import type { RouteObject } from 'react-router-dom';
import { NotFound } from '../not-found/not-found.js';
import { SliceHost } from '../slices/slice-host.js';
import type { SliceLoader } from '../slices/slice-loader.js';
import { slices } from '../slices/slices.js';
import { Frame } from './frame.js';

/** Every address of a signed-in person: each slice under its prefix, anything else 'Page Not Found'. */
export function signedInRoutes(loader: SliceLoader): RouteObject[] {
  const mounted = slices.map((row): RouteObject => {
    // The dashboard's prefix is '/': with a star it would swallow every address that does not exist.
    const path = row.prefix === '/' ? '/' : `${row.prefix}/*`;
    return { path, element: <SliceHost row={row} loader={loader} /> };
  });
  return [{ element: <Frame />, children: [...mounted, { path: '*', element: <NotFound /> }] }];
}
