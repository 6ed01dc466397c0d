import { exportAccount } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { useClearHistory, useDeleteAccount } from './account.api.js';
import { isTyped, TypedEmail } from '../panel/typed-email.js';
import { useEscape } from '../panel/use-escape.js';
import styles from './own-account.module.css';

/** Takes everything along, or removes it. What cannot be undone is asked twice. */
export function OwnData({ email }: { email: string }) {
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="data-title">
      <h2 id="data-title">Your Data</h2>
      <p>
        One JSON file with your profile, sessions, activities, conversations with their scores, AI chats, and saved
        queries with every run.
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
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useClearHistory();
  const button = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setAsked(false);
    button.current?.focus();
  };
  const row = useRef<HTMLDivElement>(null);
  useEscape(row, keep);
  const clear = () => {
    setAsked(false);
    mutate({});
  };
  return (
    <>
      <p>Removes all your conversations, those on the dashboard too.</p>
      <div className={styles.row} ref={row}>
        <Button ref={button} danger disabled={isPending} onClick={isAsked ? clear : () => setAsked(true)}>
          {isAsked ? 'Clear it for good' : 'Clear all history'}
        </Button>
        {isAsked && (
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
