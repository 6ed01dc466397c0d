import { useEffect } from 'react';
import { NoticeCard } from '../components/notice-card.js';
import { loginHref, paths } from '../slice/paths.js';
import { browser } from './browser.js';

/** Milliseconds until a signed-out visitor of the admin panel is led to sign-in. */
export const adminRedirectDelay = 1000;

/** What stands in for the admin panel: signed out it leads to sign-in; signed in it offers a way back. */
export function AdminAccessRequired({ signedIn }: { signedIn: boolean }) {
  const login = loginHref(paths.admin.href());
  useEffect(() => {
    if (signedIn) return undefined;
    const timer = setTimeout(() => browser.go(login), adminRedirectDelay);
    return () => clearTimeout(timer);
  }, [signedIn, login]);

  return (
    <NoticeCard
      title="Admin Access Required"
      heading={signedIn ? 'h2' : 'h1'}
      text={signedIn ? 'Only an administrator can open this page.' : 'Log in as an administrator to open this page.'}
      action={
        signedIn ? (
          <a className="pl-button" href={paths.dashboard.href()}>
            Back to Dashboard
          </a>
        ) : (
          <button type="button" className="pl-button pl-button-primary" onClick={() => browser.go(login)}>
            Log In
          </button>
        )
      }
    />
  );
}
