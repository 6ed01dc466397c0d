import { lazy, Suspense } from 'react';

const ToastArea = lazy(() => import('./toast-area.js'));

/** Where toasts appear; once per page. Loaded after the first paint, which does not wait for it. */
export function Toaster() {
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}
