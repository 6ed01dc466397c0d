import type { Source } from '@polylogue/api-contract';
import { useState } from 'react';
import { hostOf, sourceLabel, webAddress } from './sources.rules.js';
import styles from './generation.module.css';

interface SourcesProps {
  sources: readonly Source[];
  /** How many more came and were not kept. */
  omitted?: number | undefined;
}

const shownAtFirst = 6;

/** What a reply drew on, as numbered chips. Nothing is loaded from these addresses; a click opens one in a new tab. */
export function Sources({ sources, omitted = 0 }: SourcesProps) {
  const [isWhole, setWhole] = useState(false);
  if (sources.length === 0) return null;
  const shown = isWhole ? sources : sources.slice(0, shownAtFirst);
  const hidden = sources.length - shown.length;
  return (
    <div className={styles.sources}>
      <ol aria-label="Sources">
        {shown.map((source, index) => (
          <li key={index}>
            <SourceChip source={source} number={index + 1} />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {hidden} more
        </button>
      )}
      {omitted > 0 && hidden === 0 && <span className={styles.omitted}>and {omitted} more, not kept</span>}
    </div>
  );
}

export function SourceChip({ source, number }: { source: Source; number?: number }) {
  const address = webAddress(source.url);
  const label = sourceLabel(source);
  const host = hostOf(source.url);
  const content = (
    <>
      {number !== undefined && <b>{number}</b>}
      <span className={styles.label}>{label}</span>
      {host !== '' && host !== label && <span className={styles.host}>{host}</span>}
    </>
  );
  if (!address) {
    return (
      <span className={styles.chip} title={source.url ?? label}>
        {content}
      </span>
    );
  }
  return (
    <a
      className={styles.chip}
      href={address.href}
      title={address.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {content}
    </a>
  );
}
