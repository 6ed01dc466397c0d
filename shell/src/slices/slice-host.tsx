import { Skeleton } from '@polylogue/web-kit';
import { lazy, Suspense, use } from 'react';
import { useRoutes } from '@polylogue/web-kit/router';
import { NotFound } from '../not-found/not-found.js';
import { SliceBoundary } from './slice-boundary.js';
import type { SliceLoader } from './slice-loader.js';
import type { SliceRow } from './slices.js';

const AntdTheme = lazy(async () => ({ default: (await import('@polylogue/web-kit/antd')).AntdTheme }));

export function SliceHost({ row, loader }: { row: SliceRow; loader: SliceLoader }) {
  return (
    <SliceBoundary key={row.name} title={row.title} onRetry={() => loader.forget(row.name)}>
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
