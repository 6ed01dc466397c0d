import { limits } from '@polylogue/api-contract';
import { QueryState } from '@polylogue/web-kit/antd';
import { ShownOnce } from '@polylogue/web-kit/shown-once';
import { useState } from 'react';
import styles from '../api-keys/api-keys.module.css';
import { KeyList } from '../api-keys/key-list.js';
import { useApiKeys, useRevokeApiKey } from './api-keys.api.js';
import { CreateApiKey } from './create-api-key.js';
import card from './own-account.module.css';

const keyLabels = {
  text: 'Copy the key now. It is not shown again.',
  copied: 'API key copied',
  byHand: 'Copy the key by hand',
};

/** A user's API keys: made here, shown once, revoked here. */
export function ApiKeys() {
  const query = useApiKeys();
  const { data: keys } = query;
  const revoking = useRevokeApiKey();
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
      <QueryState
        query={query}
        skeleton={{ rows: 2, rowHeight: 36 }}
        failed={{ title: 'Your API keys could not be read.' }}
        isInCard
      />
      {keys && keys.length > 0 && <KeyList keys={keys} revoking={revoking} />}
      {created && <ShownOnce value={created} labels={keyLabels} onDone={() => setCreated('')} />}
      {isFull ? (
        <p>You have {limits.apiKeys.perUser} keys, which is as many as there can be.</p>
      ) : (
        !created && <CreateApiKey onCreated={setCreated} />
      )}
    </section>
  );
}
