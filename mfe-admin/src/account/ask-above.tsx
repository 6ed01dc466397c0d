import type { Preferences } from '@polylogue/api-contract';
import { Button, Check, Field, QueryState } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { usePreferences, useSetPreferences } from './account.api.js';
import { readAmount } from './ask-above.rules.js';
import styles from './own-account.module.css';

/** Above which price a message is asked about before it is sent. */
export function AskAbove() {
  const query = usePreferences();
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="ask-above-title">
      <h2 id="ask-above-title">Before Sending</h2>
      <QueryState
        query={query}
        skeleton={{ rows: 2, rowHeight: 24 }}
        failed={{ title: 'What you chose could not be read.' }}
        isInCard
      />
      {query.data && <AskAboveForm chosen={query.data.askAbove} />}
    </section>
  );
}

function AskAboveForm({ chosen }: { chosen: Preferences['askAbove'] }) {
  const { mutate, isPending } = useSetPreferences();
  const [isNever, setNever] = useState(chosen === null);
  const [text, setText] = useState(String(chosen ?? 1));
  const [fault, setFault] = useState<string>();
  const save = () => {
    const read = isNever ? { amount: null } : readAmount(text);
    if ('fault' in read) return setFault(read.fault);
    setFault(undefined);
    mutate({ body: { askAbove: read.amount } });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        label="Ask me before a message that may cost more than, in dollars"
        error={isNever ? undefined : fault}
        help="What it may cost stands under the box."
      >
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            disabled={isNever}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Check isOn={isNever} onChange={setNever}>
        Never ask
      </Check>
      <Button htmlType="submit" disabled={isPending}>
        Save
      </Button>
    </form>
  );
}
