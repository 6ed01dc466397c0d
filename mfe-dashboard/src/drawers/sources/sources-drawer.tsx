import { accentStyle, type Accent } from '@polylogue/web-kit';
import { SourceChip, sourcesSideBySide, type CitedSource } from '@polylogue/web-kit/chat';
import { useMemo } from 'react';
import { Drawer } from '../drawer.js';
import { roundOf, type FinishedReply } from '../finished-replies.rules.js';
import styles from './sources.module.css';

interface SourcesDrawerProps {
  /** A reply of the round. */
  messageId: string;
  replies: readonly FinishedReply[];
  accents: ReadonlyMap<string, Accent>;
  onClose: () => void;
}

/** The addresses that replies cite: one row per source, one column per reply to the same question. */
export default function SourcesDrawer({ messageId, replies, accents, onClose }: SourcesDrawerProps) {
  const round = useMemo(() => roundOf(messageId, replies), [messageId, replies]);
  const rows = useMemo(() => sourcesSideBySide(round.map(({ generation }) => generation?.sources ?? [])), [round]);
  return (
    <Drawer title="Sources side by side" isWide onClose={onClose}>
      {rows.length === 0 ? (
        <p className={styles.none}>No service named a source for this question.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div className={styles.scroll} role="region" aria-label="Sources and who cites them" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Source</th>
                {round.map((reply) => (
                  <ServiceHead key={reply.messageId} reply={reply} accent={accents.get(reply.aiService)} />
                ))}
                <th scope="col" className={styles.count}>
                  Cited by
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <SourceRow key={index} row={row} round={round} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Drawer>
  );
}

function ServiceHead({ reply, accent }: { reply: FinishedReply; accent: Accent | undefined }) {
  const { className = '', style } = accent ? accentStyle(accent) : {};
  return (
    <th scope="col" className={`${styles.service} ${className}`} style={style}>
      <span>{reply.displayName}</span>
    </th>
  );
}

function SourceRow({ row, round }: { row: CitedSource; round: readonly FinishedReply[] }) {
  return (
    <tr>
      <th scope="row">
        <SourceChip source={row} />
      </th>
      {round.map(({ messageId, displayName }, index) => {
        const isCited = row.citedBy.includes(index);
        return (
          <td key={messageId} data-cited={isCited || undefined}>
            <span className="pl-only-read">{isCited ? `cited by ${displayName}` : `not cited by ${displayName}`}</span>
            <i aria-hidden="true">{isCited ? '●' : '·'}</i>
          </td>
        );
      })}
      <td className={styles.count}>
        {row.citedBy.length} of {round.length}
      </td>
    </tr>
  );
}
