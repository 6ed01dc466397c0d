import { grouped, type Comparison } from '@polylogue/api-contract';
import { accentStyle, money, paths, when, type Accent } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { downloadComparison } from '../transfer/download.api.js';
import { comparisonFiles, ExportMenu } from '../transfer/export-menu.js';
import styles from './comparison-page.module.css';
import { ComparisonSettings } from './comparison-settings.js';
import { ComparisonTags } from './comparison-tags.js';
import { ComparisonTitle } from './comparison-title.js';
import { useGiving } from './comparisons.api.js';
import { scoreMeaning, WinnerIcon } from './winner-icon.js';
import { winnerOf } from './winner.rules.js';

interface ComparisonHeaderProps {
  comparison: Comparison;
  accents: ReadonlyMap<string, Accent>;
  onDelete: () => void;
}

/** What a comparison is called, and what is known of it as a whole. */
export function ComparisonHeader({ comparison, accents, onDelete }: ComparisonHeaderProps) {
  const { id, messageCount, cost, createdAt, updatedAt } = comparison;
  const give = useGiving();
  const figures = [
    messageCount === 1 ? '1 message' : `${grouped(messageCount)} messages`,
    ...(cost ? [money(cost.amount)] : []),
    `begun ${when(createdAt)}`,
    `last ${when(updatedAt)}`,
  ];
  return (
    <header className={styles.header}>
      <Link className={styles.back} to={`${paths.history.href()}?show=comparisons`}>
        <ArrowLeft aria-hidden /> Comparisons
      </Link>
      <div className={styles.name}>
        <ComparisonTitle comparison={comparison} />
        <div className={styles.actions}>
          <ExportMenu label="Export" formats={comparisonFiles} onChoose={(file) => void downloadComparison(id, file)} />
          <Button onClick={onDelete} icon={<Trash2 aria-hidden />}>
            Delete
          </Button>
        </div>
      </div>
      <Services comparison={comparison} accents={accents} />
      <p className={styles.figures}>{figures.join(' · ')}</p>
      <ComparisonSettings comparison={comparison} />
      <ComparisonTags tags={comparison.tags} onChange={(tags) => give(id, { tags })} />
    </header>
  );
}

/** Who takes part, each with the way to its own thread. */
function Services({ comparison: { conversations }, accents }: Omit<ComparisonHeaderProps, 'onDelete'>) {
  const winner = winnerOf(conversations);
  return (
    <ul className={styles.services} aria-label="AI services">
      {conversations.map(({ id: conversationId, aiService, score }) => {
        const accent = accents.get(aiService.name);
        return (
          <li key={conversationId} {...(accent && accentStyle(accent))}>
            <Link to={`${paths.history.href()}?open=${conversationId}`} title="Show this thread alone">
              {aiService.displayName}
            </Link>
            {score !== undefined && <span title={scoreMeaning}>{Math.round(score)}</span>}
            {winner?.conversation.id === conversationId && <WinnerIcon by={winner.by} />}
          </li>
        );
      })}
    </ul>
  );
}
