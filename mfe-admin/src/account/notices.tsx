import type { NoticeKind } from '@polylogue/api-contract';
import { toggled, useCurrentUser } from '@polylogue/web-kit';
import { Check, QueryState } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { kindLabels, knownKinds, offeredKinds } from '../notice-targets/notice-kinds.rules.js';
import { useNoticePreferences, useSetNoticePreferences } from './notices.api.js';
import styles from './own-account.module.css';

/** The kinds of notices that the bell shows to a user. */
export function Notices() {
  const query = useNoticePreferences();
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="notices-title">
      <h2 id="notices-title">Notices</h2>
      <QueryState
        query={query}
        skeleton={{ rows: 3, rowHeight: 24 }}
        failed={{ title: 'What you chose could not be read.' }}
        isInCard
      />
      {query.data && <Kinds chosen={knownKinds(query.data.inApp)} />}
    </section>
  );
}

/** Kept as soon as it is chosen. */
function Kinds({ chosen }: { chosen: readonly NoticeKind[] }) {
  const isAdmin = useCurrentUser().user?.role === 'admin';
  const { mutate, isPending } = useSetNoticePreferences();
  const [kinds, setKinds] = useState<ReadonlySet<string>>(() => new Set(chosen));
  const toggle = (kind: NoticeKind) => {
    const wanted = toggled(kinds, kind);
    setKinds(wanted);
    mutate({ body: { inApp: knownKinds([...wanted]) } }, { onError: () => setKinds(kinds) });
  };
  return (
    <fieldset className={styles.choices} aria-busy={isPending}>
      <legend>Tell me by the bell when</legend>
      {offeredKinds(isAdmin).map((kind) => (
        <Check key={kind} isOn={kinds.has(kind)} isDisabled={isPending} onChange={() => toggle(kind)}>
          {kindLabels[kind]}
        </Check>
      ))}
    </fieldset>
  );
}
