import { exportAccount } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { useClearHistory, useDeleteAccount } from './account.api.js';
import { isTyped, TypedEmail } from '../panel/typed-email.js';
import { useEscape } from '../panel/use-escape.js';
import styles from './own-account.module.css';

/** Exports or deletes everything of the user. What cannot be undone needs a confirmation. */
export function OwnData({ email }: { email: string }) {
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="data-title">
      <h2 id="data-title">Your Data</h2>
      <p>
        One JSON file with your profile, sessions, activities, notices, conversations with their scores, AI chats, and
        saved queries with every run.
      </p>
      <Button href={exportAccount.path} download>
        Export everything about me
      </Button>
      <ClearHistory />
      <DeleteAccount email={email} />
    </section>
  );
}

function ClearHistory() {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useClearHistory();
  const button = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setConfirming(false);
    button.current?.focus();
  };
  const row = useRef<HTMLDivElement>(null);
  useEscape(row, keep);
  const clear = () => {
    setConfirming(false);
    mutate({});
  };
  return (
    <>
      <p>Removes all your conversations, those on the dashboard too.</p>
      <div className={styles.row} ref={row}>
        <Button ref={button} danger disabled={isPending} onClick={isConfirming ? clear : () => setConfirming(true)}>
          {isConfirming ? 'Clear it for good' : 'Clear all history'}
        </Button>
        {isConfirming && (
          <Button type="text" onClick={keep}>
            Keep it
          </Button>
        )}
      </div>
    </>
  );
}

function DeleteAccount({ email }: { email: string }) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useDeleteAccount();
  const isConfirmed = isTyped(typed, email);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) mutate({ body: { email: typed.trim() } });
      }}
    >
      <TypedEmail
        label={`Deleting your account removes everything for good. Type ${email} to confirm.`}
        typed={typed}
        onType={setTyped}
      />
      <Button htmlType="submit" danger disabled={!isConfirmed || isPending}>
        Delete my account
      </Button>
    </form>
  );
}
