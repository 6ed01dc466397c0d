import { limits, type Comparison } from '@polylogue/api-contract';
import { accentStyle, money, paths, when, type Accent } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { ArrowLeft, Pencil, Star, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { downloadComparison } from '../transfer/download.api.js';
import { comparisonFiles, ExportMenu } from '../transfer/export-menu.js';
import styles from './comparison-page.module.css';
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
    messageCount === 1 ? '1 message' : `${messageCount.toLocaleString('en-US')} messages`,
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
        <Title comparison={comparison} />
        <div className={styles.actions}>
          <ExportMenu label="Export" formats={comparisonFiles} onChoose={(file) => void downloadComparison(id, file)} />
          <Button onClick={onDelete} icon={<Trash2 aria-hidden />}>
            Delete
          </Button>
        </div>
      </div>
      <Services comparison={comparison} accents={accents} />
      <p className={styles.figures}>{figures.join(' · ')}</p>
      <Tags tags={comparison.tags} onChange={(tags) => give(id, { tags })} />
    </header>
  );
}

/** Its star and its title, which can be changed. */
function Title({ comparison: { id, title, starred } }: Pick<ComparisonHeaderProps, 'comparison'>) {
  const give = useGiving();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <button
        type="button"
        className="pl-icon-button"
        aria-pressed={starred}
        aria-label="Star this comparison"
        onClick={() => give(id, { starred: !starred })}
      >
        <Star aria-hidden />
      </button>
      {isEditing ? (
        <TitleForm
          title={title}
          onEnd={(changed) => {
            setEditing(false);
            if (changed !== undefined && changed !== title) give(id, { title: changed });
          }}
        />
      ) : (
        <>
          <h1 dir="auto">{title === '' ? 'Untitled' : title}</h1>
          <button
            type="button"
            className="pl-icon-button"
            aria-label="Rename this comparison"
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden />
          </button>
        </>
      )}
    </>
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

/** `onEnd` gets the new title, or nothing when it stays. */
function TitleForm({ title, onEnd }: { title: string; onEnd: (changed?: string) => void }) {
  const [typed, setTyped] = useState(title);
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault();
        onEnd(typed.trim());
      }}
    >
      <input
        aria-label="Title"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed
        autoFocus
        maxLength={limits.comparison.titleLength}
        placeholder="As the first message begins"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onEnd()}
      />
      <Button htmlType="submit" type="primary">
        Save
      </Button>
      <Button onClick={() => onEnd()}>Cancel</Button>
    </form>
  );
}

function Tags({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const [typed, setTyped] = useState('');
  const add = () => {
    const tag = typed.trim();
    setTyped('');
    if (tag !== '' && !tags.includes(tag)) onChange([...tags, tag]);
  };
  return (
    <form
      className={styles.tags}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          <Link to={`${paths.history.href()}?show=comparisons&tag=${encodeURIComponent(tag)}`}>{tag}</Link>
          <button
            type="button"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => onChange(tags.filter((each) => each !== tag))}
          >
            <X aria-hidden />
          </button>
        </span>
      ))}
      {tags.length < limits.comparison.tags && (
        <input
          aria-label="Add a tag"
          placeholder="Add a tag"
          maxLength={limits.comparison.tagLength}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={add}
        />
      )}
    </form>
  );
}
