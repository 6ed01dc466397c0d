import { EmptyState, PageHeader, paths } from '@polylogue/web-kit';
import { AntdTheme, QueryState } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { ArrowLeft } from 'lucide-react';
import comparison from '../comparisons/comparison-page.module.css';
import { ShareRow } from './share-row.js';
import styles from './shared-rounds.module.css';
import { useRoundShares } from './shared-rounds.api.js';

/** All rounds that the user shares now. */
export default function SharesPage() {
  const shares = useRoundShares();
  return (
    <AntdTheme>
      <div className={`pl-page ${styles.page}`}>
        <Link className={comparison.back} to={`${paths.history.href()}?show=comparisons`}>
          <ArrowLeft aria-hidden /> Comparisons
        </Link>
        <PageHeader title="Shared rounds" />
        {!shares.data ? (
          <QueryState query={shares} skeleton={{ rows: 4, rowHeight: 72 }} failed={failed} />
        ) : shares.data.length === 0 ? (
          <section className="pl-card">
            <EmptyState
              title="You share no round"
              help="Open a comparison in History and choose Share for votes under one of its rounds."
            />
          </section>
        ) : (
          <ul className={`pl-card ${styles.list}`} aria-label="Shared rounds">
            {shares.data.map((share) => (
              <ShareRow key={share.id} share={share}>
                <strong dir="auto">{share.question.trim() || 'A round without words'}</strong>
              </ShareRow>
            ))}
          </ul>
        )}
      </div>
    </AntdTheme>
  );
}

const failed = {
  title: 'The shared rounds could not be loaded',
  text: 'The links still work. Check the connection, then try again.',
};
