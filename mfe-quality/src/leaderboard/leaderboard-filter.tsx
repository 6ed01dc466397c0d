import { Segments } from '@polylogue/web-kit/antd';
import { useId, useState } from 'react';
import { useKnownTags } from './leaderboard.api.js';
import type { By, Period, Scope } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';

export interface Choices {
  scope: Scope;
  period: Period;
  by: By;
  tag: string;
}

interface FilterProps {
  choices: Choices;
  isAdmin: boolean;
  onChange: (change: Partial<Choices>) => void;
}

/** Whose rounds are counted, since when, under which tag, and what a row stands for. */
export function LeaderboardFilter({ choices, isAdmin, onChange }: FilterProps) {
  return (
    <div className={styles.filter}>
      {isAdmin && (
        <Segments
          label="Whose rounds"
          value={choices.scope}
          options={[
            { value: 'mine', label: 'Mine' },
            { value: 'installation', label: 'Installation' },
          ]}
          onChange={(scope) => onChange({ scope })}
        />
      )}
      <Segments
        label="Since when"
        value={choices.period}
        options={[
          { value: 'all', label: 'All time' },
          { value: '90', label: '90 days' },
          { value: '30', label: '30 days' },
        ]}
        onChange={(period) => onChange({ period })}
      />
      <Segments
        label="A row for each"
        value={choices.by}
        options={[
          { value: 'version', label: 'Version' },
          { value: 'service', label: 'Service' },
        ]}
        onChange={(by) => onChange({ by })}
      />
      {choices.scope === 'mine' && <TagField tag={choices.tag} onChange={(tag) => onChange({ tag })} />}
    </div>
  );
}

/** Applied when it is written to the end: each letter would ask the server. */
function TagField({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const [typed, setTyped] = useState(tag);
  const known = useKnownTags();
  const list = useId();
  return (
    <form
      className={styles.tag}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
      }}
    >
      <label>
        Tag
        <input
          value={typed}
          maxLength={40}
          list={list}
          placeholder="Any"
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value === '' || known.includes(target.value)) onChange(target.value);
          }}
          onBlur={() => onChange(typed.trim())}
        />
      </label>
      <datalist id={list}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </form>
  );
}
