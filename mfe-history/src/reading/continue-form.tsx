import { limits, listAiServices, type AiService, type ConversationView } from '@polylogue/api-contract';
import { toggled, useApiQuery, type Accent } from '@polylogue/web-kit';
import { Button, Field } from '@polylogue/web-kit/antd';
import { EstimateLine, requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { CornerDownRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { BeforeContinuing } from './before-continuing.js';
import styles from './continue-form.module.css';
import { useContinue } from './rounds.api.js';
import { withVariants } from '../history.api.js';
import { GoneServices } from './gone-services.js';
import { ServiceChips } from './service-chips.js';

/** A new message on top of a conversation, for its own service and any others; without any on offer only that. */
export function ContinueForm(props: ContinueFormProps) {
  const { aiService } = props.view;
  const { data: offered } = useApiQuery(listAiServices, withVariants);
  const requested = useMemo(() => [aiService], [aiService]);
  const gone = <GoneServices requested={requested} offered={offered} />;
  return offered?.length === 0 ? (
    <div className={styles.form}>{gone}</div>
  ) : (
    <Form {...props} offered={offered} gone={gone} />
  );
}

interface FormProps extends ContinueFormProps {
  offered: readonly AiService[] | undefined;
  /** What is said of a service that is no longer offered. */
  gone: ReactNode;
}

function Form({ view, comparisonId, accents, wantsFocus, offered, gone }: FormProps) {
  const services = offered ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set([view.aiService.name]));
  const [newMessage, setNewMessage] = useState('');
  // One per click: a repetition after a lost answer must not be sent to the services twice.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useContinue();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wantsFocus) box.current?.focus();
  }, [wantsFocus]);
  const selectedAIs = services.map(({ name }) => name).filter((name) => chosen.has(name));
  const toggle = (name: string) => {
    setKey(crypto.randomUUID());
    setChosen((now) => toggled(now, name));
  };
  const sendAffordable = useSendAffordable();
  const request = newMessage.trim() ? requestOf(newMessage, selectedAIs, { conversationId: view.id }) : undefined;
  const isReady = request !== undefined && !isPending;
  const send = () => {
    if (!isReady) return;
    const call = { body: { conversationId: view.id, selectedAIs, newMessage }, idempotencyKey };
    sendAffordable(request, () => mutate(call));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h3 id="continue">Continue</h3>
      {gone}
      <ServiceChips
        label="AI services to continue with"
        services={services}
        accents={accents}
        chosen={chosen}
        onToggle={toggle}
      />
      <BeforeContinuing comparisonId={comparisonId} services={services} selected={selectedAIs} />
      <NewMessage
        box={box}
        value={newMessage}
        onChange={(text) => {
          setKey(crypto.randomUUID());
          setNewMessage(text);
        }}
        onSend={send}
      />
      <div className={styles.foot}>
        <span>{offered && targetsLabel(selectedAIs.length)}</span>
        <Button htmlType="submit" type="primary" disabled={!isReady} icon={<CornerDownRight aria-hidden />}>
          {isPending ? 'Continuing...' : 'Continue'}
        </Button>
      </div>
      <EstimateLine request={request} />
    </form>
  );
}

function targetsLabel(count: number): string {
  if (count === 0) return 'Choose at least one service';
  return `Goes to ${count} ${count === 1 ? 'service' : 'services'}`;
}

interface NewMessageProps {
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
}

const NewMessage = ({ box, value, onChange, onSend }: NewMessageProps) => (
  <Field label="New message">
    {(control) => (
      <textarea
        {...control}
        ref={box}
        rows={2}
        placeholder="Go on from here"
        maxLength={limits.messageLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSend();
        }}
      />
    )}
  </Field>
);

interface ContinueFormProps {
  view: ConversationView;
  /** The comparison it is part of; undefined where that is not known. */
  comparisonId: string | undefined;
  accents: ReadonlyMap<string, Accent>;
  wantsFocus: boolean;
}
