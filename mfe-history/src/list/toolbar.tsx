import { listAiServices } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import { Select } from '@polylogue/web-kit/select';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dateLabels, type DateFilter, type HistoryView } from '../history-view.rules.js';
import styles from './toolbar.module.css';

const typingPause = 200;

/** What a service said that is no longer offered can be found all the same. */
const withFormer = { query: { former: 'true' } } as const;

/** Search box and filters. What is typed goes into the address once the fingers rest. */
export function Toolbar({ view, onView }: { view: HistoryView; onView: (change: Partial<HistoryView>) => void }) {
  const { data: services = [] } = useApiQuery(listAiServices, withFormer);
  return (
    <div className={styles.toolbar} role="search">
      <SearchBox q={view.q} onSearch={(q) => onView({ q })} />
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
    </div>
  );
}

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
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
        aria-label="Search conversations"
        placeholder="Search conversations"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && send(typed)}
      />
    </label>
  );
}
