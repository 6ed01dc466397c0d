import type { AdminUser } from '@polylogue/api-contract';
import { useCurrentUser } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { isTyped, TypedEmail } from '../panel/typed-email.js';
import { useEscape } from '../panel/use-escape.js';
import { useEraseUser, useSetBlocked, useSetRole } from './users.api.js';
import { nameOf } from './users.rules.js';
import styles from './user-details.module.css';

/** What an administrator may do to a user beside approving. What the server would refuse is not offered. */
export function UserActions({ user, onErased }: { user: AdminUser; onErased: () => void }) {
  const isOneself = useCurrentUser().user?.id === user.id;
  const setRole = useSetRole();
  const setBlocked = useSetBlocked(user.isBlocked);
  const [isErasing, setErasing] = useState(false);
  const parameters = { id: user.id };
  const isAdmin = user.role === 'admin';
  const eraseButton = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setErasing(false);
    eraseButton.current?.focus();
  };
  if (isOneself) return null;
  return (
    <section className={styles.section}>
      <h3>Manage</h3>
      <div className={styles.actions}>
        <Button
          disabled={setRole.isPending}
          onClick={() => setRole.mutate({ parameters, body: { role: isAdmin ? 'user' : 'admin' } })}
        >
          {isAdmin ? 'Revoke Admin' : 'Make Admin'}
        </Button>
        <Button
          disabled={setBlocked.isPending}
          onClick={() => setBlocked.mutate({ parameters, body: { isBlocked: !user.isBlocked } })}
        >
          {user.isBlocked ? 'Unblock' : 'Block'}
        </Button>
        <Button danger ref={eraseButton} aria-expanded={isErasing} onClick={() => setErasing(!isErasing)}>
          Erase…
        </Button>
      </div>
      {isErasing && <EraseUser user={user} onErased={onErased} onLeave={leave} />}
    </section>
  );
}

interface EraseUserProps {
  user: AdminUser;
  onErased: () => void;
  onLeave: () => void;
}

function EraseUser({ user, onErased, onLeave }: EraseUserProps) {
  const [typed, setTyped] = useState('');
  const erase = useEraseUser(onErased);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onLeave);
  return (
    <form
      className={styles.erase}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate({ parameters: { id: user.id } });
      }}
    >
      <TypedEmail
        label={`This removes ${nameOf(user)} and everything of theirs, for good. Type ${user.email} to confirm.`}
        typed={typed}
        onType={setTyped}
      />
      <div className={styles.actions}>
        <Button htmlType="submit" danger disabled={!isTyped(typed, user.email) || erase.isPending}>
          Erase for good
        </Button>
      </div>
    </form>
  );
}
