import type { FoundConversation } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { memo } from 'react';
import { ConversationRow, type RowActions } from './conversation-row.js';
import { useNearness } from '../use-nearness.js';

interface RowChunkProps extends RowActions {
  rows: readonly FoundConversation[];
  accents: ReadonlyMap<string, Accent>;
  selected: ReadonlySet<string> | undefined;
  /** The conversation in the reading pane. */
  open: string;
  /** The first rows are rendered before the first scroll. */
  isFirst: boolean;
  /** How many rows stand above. */
  before: number;
}

/** Some rows of the list: in the page while they are near what is seen, else the room they take. */
export const RowChunk = memo(function RowChunk(props: RowChunkProps) {
  const { rows, accents, selected, open, isFirst, before, ...actions } = props;
  const { element, isNear, height } = useNearness(isFirst, rows.length);
  if (!isNear) return <div ref={element} style={{ height }} aria-hidden />;
  return (
    <div ref={element} role="rowgroup">
      {rows.map((conversation, at) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          accent={accents.get(conversation.aiService.name)}
          isOpen={conversation.id === open}
          isSelected={selected?.has(conversation.id)}
          index={before + at + 2}
          {...actions}
        />
      ))}
    </div>
  );
});
