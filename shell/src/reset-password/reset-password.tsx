import { limits, resetPassword, resetPasswordPath } from '@polylogue/api-contract';
import { ApiError, NoticeCard, useApiMutation, usePublicConfig } from '@polylogue/web-kit';
import { Field } from '@polylogue/web-kit/antd';
import { useEffect, useState } from 'react';
import { Brand } from '../brand/brand.js';
import styles from './reset-password.module.css';

/** What stands behind `#` in the address: no server, no log and no other page sees it. */
const tokenOf = ({ hash }: Location) => hash.slice(1);

/** Nobody finds a link that does not hold any longer in the address bar, or goes back to it. */
const dropToken = () => history.replaceState(null, '', resetPasswordPath);

/** Another link that is opened here, in the same page, begins anew. */
function useOpenedLink() {
  const [link, setLink] = useState(() => ({ token: tokenOf(location), count: 0 }));
  useEffect(() => {
    const follow = () => {
      const token = tokenOf(location);
      if (token !== '') setLink(({ count }) => ({ token, count: count + 1 }));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return link;
}

/** Where whoever forgot their password sets a new one, by a link of an administrator. Opening it changes nothing. */
export default function ResetPassword() {
  const { token, count } = useOpenedLink();
  return <Link key={count} token={token} />;
}

function Link({ token }: { token: string }) {
  const [isSet, setSet] = useState(false);
  const [fault, setFault] = useState(token === '' ? incomplete : undefined);
  return (
    <div className={styles.page}>
      <title>New password · Polylogue</title>
      <header className={styles.top}>
        <Brand name="Polylogue" />
      </header>
      <main className={styles.main}>
        {isSet ? (
          <PasswordSet />
        ) : fault ? (
          <NoticeCard role="alert" heading="h1" title="This link does not work" text={fault} />
        ) : (
          <NewPassword token={token} onSet={() => setSet(true)} onUnknown={setFault} />
        )}
      </main>
    </div>
  );
}

const incomplete = 'The link is not complete. Open it just as it was given to you.';

interface NewPasswordProps {
  token: string;
  onSet: () => void;
  /** The link does not hold, and no other password helps. */
  onUnknown: (sentence: string) => void;
}

function NewPassword({ token, onSet, onUnknown }: NewPasswordProps) {
  const [wanted, setWanted] = useState('');
  const { mutate, isPending, error, reset } = useApiMutation(resetPassword, {
    onSuccess: () => {
      dropToken();
      onSet();
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError && failure.code === 'reset_link_unknown')) return;
      dropToken();
      onUnknown(failure.sentence);
    },
  });
  const weak = error instanceof ApiError ? error.issues.find(({ path }) => path === 'newPassword') : undefined;
  const other = weak ? undefined : error instanceof ApiError ? error.sentence : error?.message;
  return (
    <form
      className={`pl-card ${styles.form}`}
      noValidate
      aria-labelledby="new-password-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ body: { token, newPassword: wanted } });
      }}
    >
      <h1 id="new-password-title">Choose a new password</h1>
      <p>It signs you out everywhere. Then you sign in with it.</p>
      {other && (
        <p className={styles.fault} role="alert">
          {other}
        </p>
      )}
      <Field label="New password" help={`At least ${limits.password.min} characters.`} error={weak?.message} isRequired>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="new-password"
            maxLength={limits.password.max}
            value={wanted}
            onChange={({ target }) => {
              setWanted(target.value);
              if (error) reset();
            }}
          />
        )}
      </Field>
      <button type="submit" className="pl-button pl-button-primary" disabled={isPending}>
        {isPending ? 'Setting the password…' : 'Set new password'}
      </button>
    </form>
  );
}

/** Local accounts sign in at a page of their own where users of an identity provider sign in elsewhere. */
function PasswordSet() {
  const href = usePublicConfig()?.auth === 'oidc' ? '/api/login?local' : '/api/login';
  const signIn = (
    <a className="pl-button pl-button-primary" href={href}>
      Sign in
    </a>
  );
  const text = 'You are signed out everywhere. Sign in with the new password.';
  return <NoticeCard role="status" heading="h1" title="Your password is set" text={text} action={signIn} />;
}
