import { useSearchParams } from '@polylogue/web-kit/router';
import { Comparisons } from './comparisons/comparisons.js';
import ConversationHistory from './conversation-history.js';
import { viewOf } from './history-view.rules.js';

/** What was sent and replied, by comparison or by the thread of each service. */
export default function HistoryScreen() {
  const [address] = useSearchParams();
  return viewOf(address).show === 'comparisons' ? <Comparisons /> : <ConversationHistory />;
}
