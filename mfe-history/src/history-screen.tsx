import { useSearchParams } from '@polylogue/web-kit/router';
import { lazy } from 'react';
import ConversationHistory from './conversation-history.js';
import { viewOf } from './history-view.rules.js';

const Comparisons = lazy(() => import('./comparisons/comparisons.js'));

/** What was sent and replied, by comparison or by the thread of each service. */
export default function HistoryScreen() {
  const [address] = useSearchParams();
  return viewOf(address).show === 'comparisons' ? <Comparisons /> : <ConversationHistory />;
}
