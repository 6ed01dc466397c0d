import { resetPasswordPath, type AdminUser } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { ShownOnce } from '@polylogue/web-kit/shown-once';
import { useRef, useState } from 'react';
import { useEscape } from '../panel/use-escape.js';
import { useCreatePasswordReset } from './users.api.js';
import { nameOf } from './users.rules.js';
import styles from './user-details.module.css';

const linkLabels = {
  text: 'Copy the link now and hand it on in a way that only its user reads. It is not shown again, works once and holds for 24 hours.',
  copied: 'Link copied',
  byHand: 'Copy the link by hand',
};

/** Makes the link by which a user sets a new password. Handing it on is the administrator's. */
export function ResetUserPassword({ user, onLeave }: { user: AdminUser; onLeave: () => void }) {
  const [token, setToken] = useState('');
  const make = useCreatePasswordReset(setToken);
  const area = useRef<HTMLDivElement>(null);
  useEscape(area, onLeave);
  return (
    <div className={styles.more} ref={area}>
      {token ? (
        <ShownOnce value={`${location.origin}${resetPasswordPath}#${token}`} labels={linkLabels} onDone={onLeave} />
      ) : (
        <>
          <p>
            This makes a link by which {nameOf(user)} sets a new password. Until it is used, their password and sessions
            stay as they are; an earlier link no longer works.
          </p>
          <div className={styles.actions}>
            <Button disabled={make.isPending} onClick={() => make.mutate({ parameters: { id: user.id } })}>
              Make the link
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
