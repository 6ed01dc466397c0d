import { resetPasswordPath } from '@polylogue/api-contract';
import { browser, ErrorBoundary, NoticeCard, useCurrentUser } from '@polylogue/web-kit';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import styles from './session-gate.module.css';
import { SignedOut } from './signed-out.js';
import { keepSignedIn, wasSignedIn } from './was-signed-in.js';

const ResetPassword = lazy(() => import('../reset-password/reset-password.js'));
const loadSignedIn = () => import('../frame/signed-in.js');
const SignedIn = lazy(loadSignedIn);
// A user who was signed in a moment ago most likely still is: their screen loads while the session is checked.
if (wasSignedIn()) loadSignedIn().catch(() => undefined);

/** What one sees: with a session or without. The page of a link is the same for both. */
export function SessionGate() {
  if (location.pathname !== resetPasswordPath) return <Gate />;
  return (
    <Loaded>
      <ResetPassword />
    </Loaded>
  );
}

function Gate() {
  const { status, error, refresh } = useCurrentUser();
  useEffect(() => {
    if (status === 'signed-in' || status === 'signed-out') keepSignedIn(status === 'signed-in');
  }, [status]);

  switch (status) {
    case 'loading':
      // A returning user would see the landing page flash by; a visitor should not wait for it.
      return location.pathname === '/' && !wasSignedIn() ? <SignedOut path="/" /> : <Waiting />;
    case 'signed-out':
      return <SignedOut path={location.pathname} rest={location.search + location.hash} />;
    case 'signed-in':
      return (
        <Loaded>
          <SignedIn />
        </Loaded>
      );
    case 'error':
      return <NotAnswering text={error?.message} onRetry={() => void refresh()} />;
  }
}

/** A part of this page that is loaded when it is needed. One that does not arrive is not asked for again while the page stands. */
function Loaded({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={() => <NotAnswering onRetry={() => browser.reload()} />}>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function NotAnswering({ text, onRetry }: { text?: string | undefined; onRetry: () => void }) {
  return (
    <main className={styles.alone}>
      <NoticeCard
        role="alert"
        title="Polylogue is not answering"
        text={text}
        action={
          <button type="button" className="pl-button" onClick={onRetry}>
            Retry
          </button>
        }
      />
    </main>
  );
}

const Waiting = () => <main className={styles.alone} aria-busy="true" aria-label="Loading" />;
