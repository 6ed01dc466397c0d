import { listAiServices, type AiServiceLabel } from '@polylogue/api-contract';
import { toggled, useApiQuery, type Accent } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { EstimateLine, requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import styles from './ask-again.module.css';
import { useReplay } from './rounds.api.js';
import { withVariants } from '../history.api.js';
import { GoneServices } from './gone-services.js';
import { ServiceChips } from './service-chips.js';

interface AskAgainProps {
  conversationId: string;
  broadcastId: string;
  /** Of the round. */
  question: string;
  /** The services whose replies stand here. */
  requested: readonly AiServiceLabel[];
  accents: ReadonlyMap<string, Accent>;
}

/** Asks a round again as it was asked then, of the same or other services. */
export function AskAgain(props: AskAgainProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.again}>
      <Button
        type="text"
        size="small"
        aria-expanded={isOpen}
        icon={<Repeat size={13} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        Ask again like this
      </Button>
      {isOpen && <ReplayForm {...props} />}
    </div>
  );
}

function ReplayForm({ conversationId, broadcastId, question, requested, accents }: AskAgainProps) {
  const { data: offered } = useApiQuery(listAiServices, withVariants);
  const services = offered ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(requested.map(({ name }) => name)));
  // One per choice: a repetition after a lost answer must not be sent to the services twice.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useReplay();
  const sendAffordable = useSendAffordable();
  const selectedAIs = services.map(({ name }) => name).filter((name) => chosen.has(name));
  const request = requestOf(question, selectedAIs, { conversationId });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        sendAffordable(request, () => mutate({ broadcastId, selectedAIs, idempotencyKey }));
      }}
    >
      <p className={styles.about}>
        The same question and file, with the context and the settings of that time; a service that was not asked then
        gets what the first of the round had.
      </p>
      <GoneServices requested={requested} offered={offered} />
      <ServiceChips
        label="AI services to ask again"
        services={services}
        accents={accents}
        chosen={chosen}
        onToggle={(name) => {
          setKey(crypto.randomUUID());
          setChosen((before) => toggled(before, name));
        }}
      />
      {offered?.length !== 0 && (
        <Button htmlType="submit" type="primary" disabled={selectedAIs.length === 0 || isPending}>
          {isPending ? 'Asking...' : 'Ask again'}
        </Button>
      )}
      <EstimateLine request={request} />
    </form>
  );
}
