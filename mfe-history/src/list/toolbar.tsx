import { Segments } from '@polylogue/web-kit/antd';
import { Search, Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  afterShow,
  dateLabels,
  shownKinds,
  type DateFilter,
  type HistoryView,
  type ShownKind,
} from '../history-view.rules.js';
import { useTags } from '../history.api.js';
import { ServiceFilter } from './service-filter.js';
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
  return (
    <div className={styles.toolbar} role="search">
      <Segments
        label="Show"
        options={shownOptions}
        value={view.show}
        onChange={(show) => onView(afterShow(show))}
        className={styles.switch}
      />
      <SearchBox q={view.q} shown={view.show} onSearch={(q) => onView({ q })} />
      <ServiceFilter value={view.service} onChange={(service) => onView({ service })} />
      <select
        aria-label="Date"
        className={`pl-control ${styles.choice}`}
        value={view.date}
        onChange={({ target }) => onView({ date: target.value as DateFilter })}
      >
        {Object.entries(dateLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
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
    <TagFilter value={view.tag} onChange={(tag) => onView({ tag })} />
  </>
);

/** Nothing where no comparison has a tag. */
function TagFilter({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const tags = useTags();
  // A link may name a tag that no comparison has, or has any more.
  const choices = value === '' || tags.includes(value) ? tags : [value, ...tags];
  if (choices.length === 0) return null;
  return (
    <select
      aria-label="Tag"
      className={`pl-control ${styles.choice}`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All tags</option>
      {choices.map((tag) => (
        <option key={tag}>{tag}</option>
      ))}
    </select>
  );
}

function SearchBox({ q, shown, onSearch }: { q: string; shown: ShownKind; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  // What the address said last, and what it was sent since: it follows in a render of its own, later than this box.
  const [address, setAddress] = useState<{ q: string; sent: readonly string[] }>({ q, sent: [] });
  if (q !== address.q) {
    const arrived = address.sent.lastIndexOf(q);
    setAddress({ q, sent: arrived < 0 ? [] : address.sent.slice(arrived + 1) });
    // Back, or a link: the address says something this box did not send.
    if (arrived < 0) setTyped(q);
  }
  useEffect(() => {
    // Back, before what was sent has arrived: the address stays the same, so that nothing is rendered by it.
    const follow = () => {
      const text = new URLSearchParams(location.search).get('q') ?? '';
      setAddress((now) => ({ ...now, sent: [text] }));
      setTyped(text);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const send = (text: string) => {
    setAddress(({ sent, ...now }) => ({ ...now, sent: [...sent, text] }));
    onSearch(text);
  };
  useEffect(() => {
    if (typed === (address.sent.at(-1) ?? address.q)) return undefined;
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
