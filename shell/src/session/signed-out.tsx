import { AdminAccessRequired } from '@polylogue/web-kit';
import { Landing } from '../landing/landing.js';
import { NotFound } from '../not-found/not-found.js';
import { signedOutPage } from './signed-out.rules.js';
import styles from './session-gate.module.css';

interface SignedOutProps {
  path: string;
  /** Search and hash, which sign-in leads back to as well. */
  rest?: string;
}

export function SignedOut({ path, rest }: SignedOutProps) {
  const page = signedOutPage(path, rest);
  switch (page.show) {
    case 'landing':
      return <Landing returnTo={page.returnTo} />;
    case 'admin-required':
      return (
        <main className={styles.alone}>
          <AdminAccessRequired signedIn={false} />
        </main>
      );
    case 'not-found':
      return (
        <main className={styles.alone}>
          <NotFound />
        </main>
      );
  }
}
