import { limits } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useChangePassword } from './account.api.js';
import styles from './own-account.module.css';

export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const { mutate, isPending } = useChangePassword(() => {
    setCurrent('');
    setWanted('');
  });
  const { min, max } = limits.password;
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: { currentPassword: current, newPassword: wanted } });
        }}
      >
        <Field label="Current password" isRequired>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="current-password"
              maxLength={max}
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
        </Field>
        <Field label={`New password, at least ${min} characters`} isRequired>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="new-password"
              minLength={min}
              maxLength={max}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
        </Field>
        <Button htmlType="submit" disabled={isPending}>
          Change password
        </Button>
      </form>
    </section>
  );
}
