import type { ReactNode } from 'react';
import styles from './landing.module.css';

export function Features() {
  return (
    <section className={styles.features} aria-label="Features">
      <div>
        <Feature title="Simultaneous Queries" picture={<Bars />}>
          One message, every service at once. Each reply streams in its own panel.
        </Feature>
        <Feature title="Conversation History" picture={<Threads />}>
          Separate threads per service for context.
        </Feature>
        <Feature title="Export & Manage" picture={<Formats />}>
          Export in multiple formats.
        </Feature>
      </div>
    </section>
  );
}

const Feature = ({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) => (
  <article className={styles.feature}>
    {picture}
    <h2>{title}</h2>
    <p>{children}</p>
  </article>
);

const bars = [
  { accent: 'jade', height: 26 },
  { accent: 'clay', height: 40 },
  { accent: 'sky', height: 32 },
  { accent: 'ochre', height: 14 },
  { accent: 'iris', height: 20 },
  { accent: 'plum', height: 36 },
];

const Bars = () => (
  <svg width="72" height="44" viewBox="0 0 72 44" aria-hidden="true">
    {bars.map(({ accent, height }, at) => (
      <rect key={accent} x={at * 12} y={44 - height} width="7" height={height} rx="2" fill={`var(--${accent})`} />
    ))}
  </svg>
);

const threads = [
  { accent: 'jade', knots: [6, 26, 46, 64] },
  { accent: 'clay', knots: [6, 30, 48] },
  { accent: 'sky', knots: [6, 20, 40, 58] },
];

const Threads = () => (
  <svg width="72" height="44" viewBox="0 0 72 44" aria-hidden="true" strokeWidth="2">
    {threads.map(({ accent, knots }, at) => (
      <g key={accent} stroke={`var(--${accent})`} fill="var(--surface)">
        <path d={`M4 ${8 + at * 14} H${knots.at(-1)}`} />
        {knots.map((x) => (
          <circle key={x} cx={x} cy={8 + at * 14} r="4" />
        ))}
      </g>
    ))}
  </svg>
);

const formats = [
  { accent: 'iris', label: 'MD' },
  { accent: 'ochre', label: 'TXT' },
  { accent: 'plum', label: 'JSON' },
];

const Formats = () => (
  <svg width="120" height="44" viewBox="0 0 120 44" aria-hidden="true">
    {formats.map(({ accent, label }, at) => (
      <g key={label} stroke={`var(--${accent})`} strokeWidth="1.5">
        <rect x={0.75 + at * 40} y="3" width="34" height="38" rx="4" fill="var(--surface)" />
        <text
          x={17.75 + at * 40}
          y="27"
          fontSize="10"
          fontWeight="600"
          textAnchor="middle"
          stroke="none"
          fill={`var(--${accent})`}
        >
          {label}
        </text>
      </g>
    ))}
  </svg>
);
