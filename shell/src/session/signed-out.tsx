import { AdminAccessRequired } from '@polylogue/web-kit';
import { Landing } from '../landing/landing.js';
import { NotFound } from '../not-found/not-found.js';
import { signedOutPage } from './signed-out.rules.js';
import styles from './session-gate.module.css';

export function SignedOut({ path }: { path: string }) {
  const page = signedOutPage(path);
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
