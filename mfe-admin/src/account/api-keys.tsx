import { limits, type ApiKey } from '@polylogue/api-contract';
import { Badge, Skeleton, when } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { useEscape } from '../panel/use-escape.js';
import { useApiKeys, useRevokeApiKey } from './api-keys.api.js';
import styles from './api-keys.module.css';
import { CreateApiKey } from './create-api-key.js';
import { NewKey } from './new-key.js';
import card from './own-account.module.css';

/** A user's API keys: made here, shown once, revoked here. */
export function ApiKeys() {
  const { data: keys, isPending, error } = useApiKeys();
  const [created, setCreated] = useState('');
  const isFull = (keys?.length ?? 0) >= limits.apiKeys.perUser;
  return (
    <section className={`pl-card ${card.card}`} aria-labelledby="keys-title">
      <h2 id="keys-title">API Keys</h2>
      <p>
        With a key, a program of yours may use Polylogue as you. The calls it can make stand in the{' '}
        <a className={styles.link} href="/api/docs">
          API reference
        </a>
        .
      </p>
      {isPending && <Skeleton rows={2} rowHeight={36} />}
      {error && <p>Your API keys could not be read.</p>}
      {keys && keys.length > 0 && (
        <ul className={styles.keys}>
          {keys.map((each) => (
            <KeyRow key={each.id} apiKey={each} />
          ))}
        </ul>
      )}
      {created && <NewKey value={created} onDone={() => setCreated('')} />}
      {isFull ? (
        <p>You have {limits.apiKeys.perUser} keys, which is as many as there can be.</p>
      ) : (
        !created && <CreateApiKey onCreated={setCreated} />
      )}
    </section>
  );
}

function KeyRow({ apiKey: { id, name, prefix, scopes, lastUsedAt, lastUsedAddress, expiresAt } }: { apiKey: ApiKey }) {
  return (
    <li>
      <span className={styles.name}>{name}</span>
      <code>{prefix}…</code>
      <span className={styles.badges}>
        {scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
      <span className={styles.details}>
        {lastUsedAt ? `Last used ${when(lastUsedAt)} from ${lastUsedAddress}` : 'Never used'}
        {' · '}
        {expiresAt ? `expires ${when(expiresAt)}` : 'does not expire'}
      </span>
      <Revoke id={id} name={name} />
    </li>
  );
}

function Revoke({ id, name }: { id: string; name: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useRevokeApiKey();
  const button = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const keep = () => {
    setConfirming(false);
    button.current?.focus();
  };
  useEscape(row, keep);
  const revoke = () => mutate({ parameters: { id } });
  return (
    <div className={card.row} ref={row}>
      <Button
        ref={button}
        size="small"
        danger
        disabled={isPending}
        aria-label={isConfirming ? undefined : `Revoke ${name}`}
        onClick={isConfirming ? revoke : () => setConfirming(true)}
      >
        {isConfirming ? 'Revoke it for good' : 'Revoke'}
      </Button>
      {isConfirming && (
        <Button size="small" type="text" onClick={keep}>
          Keep it
        </Button>
      )}
    </div>
  );
}
