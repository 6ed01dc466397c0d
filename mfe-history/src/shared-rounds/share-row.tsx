import type { RoundShare } from '@polylogue/api-contract';
import { paths, toast, when } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Copy, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './shared-rounds.module.css';
import { useRevokeShare } from './shared-rounds.api.js';

/** A link to a shared round, with what is known of it; it can be copied, and ended at once. */
export function ShareRow({ share, children }: { share: RoundShare; children?: ReactNode }) {
  const { id, hidesNames, voters, expiresAt } = share;
  const revoke = useRevokeShare();
  const link = new URL(paths.sharedRound.href(id), location.origin).href;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => void toast({ title: 'Link copied', variant: 'success' }),
      () => void toast({ title: 'The link could not be copied', description: 'Select it and copy it yourself.' }),
    );
  const said = [
    ...(voters === undefined ? [] : [countOf(voters)]),
    hidesNames ? 'names are hidden until each has voted' : 'names are shown',
    `until ${when(expiresAt)}`,
  ];
  return (
    <li className={styles.row}>
      {children}
      <input readOnly aria-label="Link" value={link} onFocus={({ target }) => target.select()} />
      <span className={styles.actions}>
        <Button onClick={() => void copy()} icon={<Copy aria-hidden />}>
          Copy link
        </Button>
        <Button
          disabled={revoke.isPending}
          onClick={() => revoke.mutate({ parameters: { id } })}
          icon={<X aria-hidden />}
        >
          Revoke
        </Button>
      </span>
      <small>{said.join(' · ')}</small>
    </li>
  );
}

const countOf = (voters: number) =>
  voters === 1 ? '1 other has voted on this round' : `${voters} others have voted on this round`;
