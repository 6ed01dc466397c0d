import { keyScopes, limits, type KeyScope } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useCreateApiKey } from './api-keys.api.js';
import styles from './api-keys.module.css';
import { expiryAfter, lifetimes, scopeWords } from './api-keys.rules.js';
import card from './own-account.module.css';

/** The form for one more key. */
export function CreateApiKey({ onCreated }: { onCreated: (key: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read', 'send']);
  const [days, setDays] = useState<number>(lifetimes[1].days);
  const { mutate, isPending } = useCreateApiKey(onCreated);
  const isComplete = name.trim() !== '' && scopes.length > 0;
  return (
    <form
      className={card.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) mutate({ body: { name, scopes: [...scopes], expiresAt: expiryAfter(days, Date.now()) } });
      }}
    >
      <Field label="Name of the key" isRequired>
        {(control) => (
          <input
            {...control}
            maxLength={limits.apiKeys.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Scopes chosen={scopes} onChoose={setScopes} />
      <Field label="Expires after">
        {(control) => (
          <select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {lifetimes.map((each) => (
              <option key={each.days} value={each.days}>
                {each.words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button htmlType="submit" disabled={!isComplete || isPending}>
        Create key
      </Button>
    </form>
  );
}

interface ScopesProps {
  chosen: readonly KeyScope[];
  onChoose: (scopes: readonly KeyScope[]) => void;
}

const Scopes = ({ chosen, onChoose }: ScopesProps) => (
  <fieldset className={styles.scopes}>
    <legend>It may</legend>
    {keyScopes.map((scope) => (
      <label key={scope}>
        <input
          type="checkbox"
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChoose(keyScopes.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
          }
        />
        {scopeWords[scope]}
      </label>
    ))}
  </fieldset>
);
