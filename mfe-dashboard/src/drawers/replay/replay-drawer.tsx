import type { AiService } from '@polylogue/api-contract';
import { accentStyle, toggled, type Accent } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { EstimateLine, noLongerOffered, requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { useBroadcasts } from '../../broadcasts/broadcasts.js';
import { Drawer } from '../drawer.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import styles from './replay.module.css';

interface ReplayDrawerProps {
  broadcastId: string;
  /** The replies of the round that are shown. */
  round: readonly FinishedReply[];
  /** Who has a panel; among them may be such that are no longer offered. */
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  onClose: () => void;
}

/** Asks a round again as it was asked then, of the same or other services. */
export default function ReplayDrawer({ broadcastId, round, services, accents, onClose }: ReplayDrawerProps) {
  const follower = useBroadcasts();
  const sendAffordable = useSendAffordable();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(round.map(({ aiService }) => aiService)));
  const [isSending, setSending] = useState(false);
  const question = round[0]?.question ?? '';
  const offered = services.filter(({ former }) => !former);
  const selectedAIs = offered.map(({ name }) => name).filter((name) => chosen.has(name));
  const isNewToRound = selectedAIs.some((name) => round.every(({ aiService }) => aiService !== name));
  const request = requestOf(question, selectedAIs);
  const replay = () =>
    sendAffordable(request, () => {
      setSending(true);
      void follower.replay(broadcastId, question, selectedAIs, onClose).finally(() => setSending(false));
    });
  const toggle = (name: string) => setChosen((before) => toggled(before, name));
  return (
    <Drawer title="Ask again like this" onClose={onClose}>
      <blockquote className={styles.question}>{question}</blockquote>
      <p className={styles.about}>
        The same question and file, with the context and the settings of that time. It becomes a round of its own; what
        is on the dashboard of these services now stays in history.
      </p>
      <GoneFromRound round={round} services={services} />
      <fieldset className={styles.services}>
        <legend>{selectedAIs.length === 1 ? '1 service' : `${selectedAIs.length} services`}</legend>
        {offered.map((service) => (
          <ServiceChoice
            key={service.name}
            service={service}
            accent={accents.get(service.name)}
            isChosen={chosen.has(service.name)}
            onToggle={toggle}
          />
        ))}
        {isNewToRound && <p>A service that was not asked then gets what {round[0]?.displayName} had.</p>}
      </fieldset>
      <Button
        type="primary"
        className={styles.go}
        disabled={isSending || selectedAIs.length === 0}
        icon={<Repeat size={14} aria-hidden />}
        onClick={replay}
      >
        {isSending ? 'Asking...' : 'Ask again'}
      </Button>
      <EstimateLine request={request} />
    </Drawer>
  );
}

/** Which services of the round are no longer offered, and what can be done; nothing while none is gone. */
function GoneFromRound({ round, services }: Pick<ReplayDrawerProps, 'round' | 'services'>) {
  const isAsked = ({ name }: AiService) => round.some(({ aiService }) => aiService === name);
  const offered = services.filter(({ former }) => !former);
  const gone = services.filter((service) => service.former && isAsked(service));
  if (gone.length === 0) return null;
  const mayChoose = offered.length > 0 && !offered.some(isAsked);
  const sentences = [
    noLongerOffered(gone.map(({ displayName }) => displayName)),
    mayChoose && 'Choose other services to ask.',
  ];
  return <p className={styles.about}>{sentences.filter(Boolean).join(' ')}</p>;
}

interface ServiceChoiceProps {
  service: AiService;
  accent: Accent | undefined;
  isChosen: boolean;
  onToggle: (name: string) => void;
}

function ServiceChoice({ service: { name, displayName }, accent, isChosen, onToggle }: ServiceChoiceProps) {
  const look = accent && accentStyle(accent);
  return (
    <label className={look?.className} style={look?.style}>
      <input type="checkbox" checked={isChosen} onChange={() => onToggle(name)} />
      <b>{displayName}</b>
    </label>
  );
}
