import { pathOf, receiveWebhook, type Webhook } from '@polylogue/api-contract';
import { Badge, when } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { ShownOnce } from '@polylogue/web-kit/shown-once';
import { useState } from 'react';
import { ConfirmButton } from './confirm-button.js';
import { useDeleteWebhook, useRenewWebhook, useWebhook } from './webhook.api.js';
import styles from './webhook.module.css';

const secretLabels = {
  text: 'Copy the secret now. It is not shown again.',
  copied: 'Secret copied',
  byHand: 'Copy the secret by hand',
};

/** Starting a query from outside: switched on and off here, its secret shown once. */
export function WebhookCard({ id }: { id: number }) {
  const query = useWebhook(id);
  const { data: webhook } = query;
  const [secret, setSecret] = useState('');
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="webhook-title">
      <header>
        <h2 id="webhook-title">Webhook</h2>
        {webhook && <Badge tone={webhook.isOn ? 'ok' : 'neutral'}>{webhook.isOn ? 'On' : 'Off'}</Badge>}
      </header>
      <div className={styles.body}>
        <QueryState
          query={query}
          skeleton={{ rows: 2, rowHeight: 36 }}
          failed={{ title: 'The webhook could not be read.' }}
          isInCard
        />
        {secret && <ShownOnce value={secret} labels={secretLabels} onDone={() => setSecret('')} />}
        {webhook &&
          (webhook.isOn ? (
            <Switched id={id} webhook={webhook} onSecret={setSecret} onOff={() => setSecret('')} />
          ) : (
            <Off id={id} onSecret={setSecret} />
          ))}
      </div>
    </section>
  );
}

function Off({ id, onSecret }: { id: number; onSecret: (secret: string) => void }) {
  const renew = useRenewWebhook(onSecret);
  return (
    <>
      <p>
        A program can start this query by a signed message. Where its text says <code>{'{{city}}'}</code>, the message
        says which.
      </p>
      <Button disabled={renew.isPending} onClick={() => renew.mutate({ parameters: { id } })}>
        Switch on
      </Button>
    </>
  );
}

interface SwitchedProps {
  id: number;
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onOff: () => void;
}

function Switched({ id, webhook: { renewedAt, lastUsedAt }, onSecret, onOff }: SwitchedProps) {
  const renew = useRenewWebhook(onSecret);
  const remove = useDeleteWebhook();
  return (
    <>
      <dl>
        <dt>Address</dt>
        <dd>
          <code>{location.origin + pathOf(receiveWebhook.path, { id })}</code>
        </dd>
        <dt>Secret</dt>
        <dd>made {renewedAt && when(renewedAt)}</dd>
        <dt>Last message</dt>
        <dd>{lastUsedAt ? when(lastUsedAt) : 'none yet'}</dd>
      </dl>
      <div className={styles.actions}>
        <ConfirmButton
          label="New secret"
          sure="Replace the secret"
          isPending={renew.isPending}
          onSure={() => renew.mutate({ parameters: { id } })}
        />
        <ConfirmButton
          label="Switch off"
          sure="Switch it off"
          isPending={remove.isPending}
          onSure={() => remove.mutate({ parameters: { id } }, { onSuccess: onOff })}
        />
      </div>
    </>
  );
}
