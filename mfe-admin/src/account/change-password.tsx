import { limits } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import controls from '../panel/control.module.css';
import { useChangePassword } from './account.api.js';
import styles from './own-account.module.css';

export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const { mutate, isPending } = useChangePassword(() => {
    setCurrent('');
    setWanted('');
  });
  const { least, most } = limits.password;
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
        <label htmlFor="current-password">Current password</label>
        <input
          className={controls.control}
          id="current-password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={most}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <label htmlFor="new-password">New password, at least {least} characters</label>
        <input
          className={controls.control}
          id="new-password"
          type="password"
          autoComplete="new-password"
          required
          minLength={least}
          maxLength={most}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Button htmlType="submit" disabled={isPending}>
          Change password
        </Button>
      </form>
    </section>
  );
}
