import { lazy, Suspense } from 'react';

const ToastArea = lazy(() => import('./toast-area.js'));

/** Where toasts appear; once per page. Loaded behind the first paint: nobody waits for it. */
export function Toaster() {
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}
