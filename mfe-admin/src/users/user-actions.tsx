import type { AdminUser } from '@polylogue/api-contract';
import { useCurrentUser } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { isTyped, TypedEmail } from '../panel/typed-email.js';
import { useEscape } from '../panel/use-escape.js';
import { ResetUserPassword } from './reset-user-password.js';
import { useEraseUser, useSetBlocked, useSetRole, useSignOutUser } from './users.api.js';
import { nameOf } from './users.rules.js';
import styles from './user-details.module.css';

/** What is asked further before it is done. */
type Asked = 'erase' | 'reset';

/** What an administrator may do to a user beside approving. What the server would refuse is not offered. */
export function UserActions({ user, onErased }: { user: AdminUser; onErased: () => void }) {
  const isOneself = useCurrentUser().user?.id === user.id;
  const [asked, setAsked] = useState<Asked>();
  const section = useRef<HTMLElement>(null);
  if (isOneself) return null;
  const leave = () => {
    section.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setAsked(undefined);
  };
  const asking = (what: Asked) => ({
    'aria-expanded': asked === what,
    onClick: () => setAsked(asked === what ? undefined : what),
  });
  return (
    <section className={styles.section} ref={section}>
      <h3>Manage</h3>
      <div className={styles.actions}>
        <Changes user={user} />
        {user.hasPassword !== false && <Button {...asking('reset')}>Reset password…</Button>}
        <Button danger {...asking('erase')}>
          Erase…
        </Button>
      </div>
      {asked === 'reset' && <ResetUserPassword user={user} onLeave={leave} />}
      {asked === 'erase' && <EraseUser user={user} onErased={onErased} onLeave={leave} />}
    </section>
  );
}

/** What is done at once, and can be taken back or done again by its user. */
function Changes({ user }: { user: AdminUser }) {
  const setRole = useSetRole();
  const setBlocked = useSetBlocked(user.isBlocked);
  const signOut = useSignOutUser();
  const parameters = { id: user.id };
  const isAdmin = user.role === 'admin';
  return (
    <>
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
      <Button disabled={signOut.isPending} onClick={() => signOut.mutate({ parameters })}>
        Sign out everywhere
      </Button>
    </>
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
      className={styles.more}
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
