import { listAiServices, type AgreementCell } from '@polylogue/api-contract';
import { type Accent, useApiQuery, withFormer } from '@polylogue/web-kit';
import {
  AgreementMaps,
  clearPassage,
  mapFigures,
  roundOf,
  showPassage,
  useAgreementMaps,
} from '@polylogue/web-kit/agreement';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import styles from './comparison-page.module.css';
import type { MappedReply } from './mapped-replies.rules.js';

interface AgreementOfRoundProps {
  replies: readonly MappedReply[];
  accents: ReadonlyMap<string, Accent>;
}

/** What the replies of a round agree on, in a line that unfolds. A cell leads to the passage in its column. */
export default function AgreementOfRound({ replies, accents }: AgreementOfRoundProps) {
  const [isOpen, setOpen] = useState(false);
  const [newest] = useAgreementMaps(roundOf(replies));
  const { data: services = [] } = useApiQuery(listAiServices, withFormer);
  const toggle = () => {
    if (isOpen) clearPassage();
    setOpen(!isOpen);
  };
  return (
    <>
      <button type="button" className={styles.unfold} aria-expanded={isOpen} onClick={toggle}>
        <Scale aria-hidden /> Agreement {newest?.status === 'completed' && <span>{mapFigures(newest)}</span>}
      </button>
      {isOpen && <AgreementMaps replies={replies} services={services} accents={accents} onShow={show} />}
    </>
  );
}

function show({ messageId, quote }: AgreementCell): void {
  const reply = document.querySelector(`[data-reply="${messageId}"]`);
  if (reply && quote) showPassage(reply, quote);
}
