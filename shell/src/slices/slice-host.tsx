import { browser, Skeleton } from '@polylogue/web-kit';
import { lazy, Suspense, use, useRef } from 'react';
import { useRoutes } from '@polylogue/web-kit/router';
import { NotFound } from '../not-found/not-found.js';
import { SliceBoundary } from './slice-boundary.js';
import type { SliceLoader } from './slice-loader.js';
import type { SliceRow } from './slices.js';

const AntdTheme = lazy(async () => ({ default: (await import('@polylogue/web-kit/antd')).AntdTheme }));

export function SliceHost({ row, loader }: { row: SliceRow; loader: SliceLoader }) {
  const isTriedAgain = useRef(false);
  // What slices share with the page is not asked for again while it stands: where a second try fails as well, it begins anew.
  const retry = () => {
    if (isTriedAgain.current) browser.reload();
    isTriedAgain.current = true;
    loader.forget(row.name);
  };
  return (
    <SliceBoundary title={row.title} onRetry={retry}>
      <Suspense fallback={<Waiting />}>
        <AntdTheme>
          <SliceRoutes row={row} loader={loader} />
        </AntdTheme>
      </Suspense>
    </SliceBoundary>
  );
}

function SliceRoutes({ row, loader }: { row: SliceRow; loader: SliceLoader }) {
  const slice = use(loader.load(row.name));
  return useRoutes([...slice.routes, { path: '*', element: <NotFound /> }]);
}

const Waiting = () => (
  <div className="pl-page">
    <Skeleton />
  </div>
);
