import { browser, Footer, loginHref, usePublicConfig } from '@polylogue/web-kit';
import { AnnouncementBanner } from '../announcement/announcement-banner.js';
import { Brand } from '../brand/brand.js';
import { Fan } from './fan.js';
import { Features } from './features.js';
import styles from './landing.module.css';

export function Landing({ returnTo }: { returnTo: string | undefined }) {
  const config = usePublicConfig();
  const name = config?.productName ?? 'Polylogue';
  const signIn = () => browser.go(loginHref(returnTo));
  return (
    <div className={styles.page}>
      <title>{name}</title>
      <AnnouncementBanner />
      <header className={styles.top}>
        <Brand name={name} />
      </header>
      <main className={styles.main}>
        <section className={styles.hero}>
          <div>
            <h1>{name}</h1>
            <p className={styles.tagline}>Multi-AI Interface Platform</p>
            <p className={styles.line}>Query multiple AI services simultaneously and compare responses side-by-side.</p>
            <div className={styles.actions}>
              <button type="button" className="pl-button pl-button-primary pl-button-large" onClick={signIn}>
                Get Started
              </button>
              <button type="button" className="pl-button pl-button-large" onClick={signIn}>
                Sign In
              </button>
            </div>
          </div>
          <Fan className={styles.fan} />
        </section>
        <Features />
      </main>
      <Footer build={config?.build} className={styles.footer} />
    </div>
  );
}
