import { listAiServices } from '@polylogue/api-contract';
import { useApiQuery, withFormer } from '@polylogue/web-kit';
import { Segments } from '@polylogue/web-kit/antd';
import { Select } from '@polylogue/web-kit/select';
import { Search, Star, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dateLabels, shownKinds, type DateFilter, type HistoryView, type ShownKind } from '../history-view.rules.js';
import styles from './toolbar.module.css';

const typingPause = 200;

/** What a row stands for: a message with all its replies, or the thread of one service. */
const shownOptions = Object.entries(shownKinds).map(([value, label]) => ({ value: value as ShownKind, label }));

export interface ToolbarProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
}

/** What is shown, search box and filters. What is typed goes into the address once the fingers rest. */
export function Toolbar({ view, onView }: ToolbarProps) {
  const { data: services = [] } = useApiQuery(listAiServices, withFormer);
  return (
    <div className={styles.toolbar} role="search">
      <Segments
        label="Show"
        options={shownOptions}
        value={view.show}
        onChange={(show) => onView({ show, open: '' })}
        className={styles.switch}
      />
      <SearchBox q={view.q} shown={view.show} onSearch={(q) => onView({ q })} />
      <Select
        aria-label="AI service"
        className={styles.choice}
        value={view.service}
        onChange={(service: string) => onView({ service })}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: 'All services' },
          ...services.map(({ name, displayName, former }) => ({
            value: name,
            label: former ? `${displayName} (no longer offered)` : displayName,
          })),
          // A link may name a service that was never offered.
          ...(view.service !== '' && !services.some(({ name }) => name === view.service)
            ? [{ value: view.service, label: view.service }]
            : []),
        ]}
      />
      <Select
        aria-label="Date"
        className={styles.choice}
        value={view.date}
        onChange={(date: DateFilter) => onView({ date })}
        popupMatchSelectWidth={false}
        options={Object.entries(dateLabels).map(([value, label]) => ({ value, label }))}
      />
      {view.show === 'comparisons' && <GivenFilters view={view} onView={onView} />}
    </div>
  );
}

/** By what the user gave comparisons. */
const GivenFilters = ({ view, onView }: ToolbarProps) => (
  <>
    <button
      type="button"
      className={styles.filter}
      aria-pressed={view.starred}
      onClick={() => onView({ starred: !view.starred })}
    >
      <Star aria-hidden /> Starred
    </button>
    {view.tag !== '' && (
      <button type="button" className={styles.filter} aria-pressed onClick={() => onView({ tag: '' })}>
        {view.tag} <X aria-label="Show all tags" />
      </button>
    )}
  </>
);

function SearchBox({ q, shown, onSearch }: { q: string; shown: ShownKind; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [sent, setSent] = useState(q);
  // Back, or a link: the address says something this box did not send.
  if (q !== sent) {
    setSent(q);
    setTyped(q);
  }
  const send = (text: string) => {
    setSent(text);
    onSearch(text);
  };
  useEffect(() => {
    if (typed === sent) return undefined;
    const resting = setTimeout(() => send(typed), typingPause);
    return () => clearTimeout(resting);
  });
  return (
    <label className={styles.search}>
      <Search aria-hidden />
      <input
        type="search"
        aria-label={`Search ${shown}`}
        placeholder={`Search ${shown}`}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && send(typed)}
        aria-keyshortcuts="/"
      />
      {typed === '' && (
        <kbd className="pl-key" aria-hidden>
          /
        </kbd>
      )}
    </label>
  );
}
