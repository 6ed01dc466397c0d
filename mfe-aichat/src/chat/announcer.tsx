import { isActive, repliesOf, type Conversation } from '../conversation/conversation.state.js';
import { exchanged } from '../conversation/ending.rules.js';

/** Tells a screen reader, politely, how far it is and why it ended; never the words as they stream. */
export function Announcer({ conversation }: { conversation: Conversation }) {
  const count = repliesOf(conversation).length;
  const words = isActive(conversation) && count > 0 ? exchanged(count) : (conversation.end?.note ?? '');
  return (
    <div className="pl-only-read" role="status" aria-live="polite">
      {words}
    </div>
  );
}
