import { isActive, repliesOf, type Conversation } from '../conversation/conversation.state.js';
import { exchanged } from '../conversation/ending.rules.js';

/** Announces progress and end to screen readers, politely; never the text as it streams. */
export function Announcer({ conversation }: { conversation: Conversation }) {
  const count = repliesOf(conversation).length;
  const text = isActive(conversation) && count > 0 ? exchanged(count) : (conversation.end?.note ?? '');
  return (
    <div className="pl-only-read" role="status" aria-live="polite">
      {text}
    </div>
  );
}
