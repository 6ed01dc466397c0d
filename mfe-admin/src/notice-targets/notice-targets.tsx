import { limits } from '@polylogue/api-contract';
import { Skeleton, useCurrentUser } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { ShownOnce } from '@polylogue/web-kit/shown-once';
import { lazy, Suspense, useState } from 'react';
import card from '../account/own-account.module.css';
import { useNoticeTargets } from './notice-targets.api.js';
import styles from './notice-targets.module.css';
import { TargetItem } from './target-item.js';

const AddTarget = lazy(() => import('./add-target.js'));

const secretLabels = {
  text: 'Copy the secret of the webhook now. It is not shown again.',
  copied: 'Secret copied',
  byHand: 'Copy the secret by hand',
};

/** Where notices are sent outside of the product. */
export default function NoticeTargets() {
  const query = useNoticeTargets();
  const { data } = query;
  const { user } = useCurrentUser();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const targets = data?.targets ?? [];
  return (
    <section className={`pl-card ${card.card}`} aria-labelledby="notice-targets-title">
      <h2 id="notice-targets-title">Where to send notices</h2>
      <p>What happens with your queries and your account can be sent to you by mail or to a program of yours.</p>
      <QueryState
        query={query}
        skeleton={{ rows: 2, rowHeight: 36 }}
        failed={{ title: 'Where notices go could not be read.' }}
        isInCard
      />
      {targets.length > 0 && (
        <ul className={styles.targets}>
          {targets.map((target) => (
            <TargetItem key={target.id} target={target} />
          ))}
        </ul>
      )}
      {secret && <ShownOnce value={secret} labels={secretLabels} onDone={() => setSecret(null)} />}
      {data && user?.isApproved === false && <p>You can add targets once your account is approved.</p>}
      {data && user?.isApproved && !isAdding && <AddButton count={targets.length} onAdd={() => setAdding(true)} />}
      {isAdding && (
        <Suspense fallback={<Skeleton rows={3} rowHeight={36} />}>
          <AddTarget
            sendsMail={data?.sendsMail ?? false}
            onDone={(made) => {
              setAdding(false);
              setSecret(made);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

const AddButton = ({ count, onAdd }: { count: number; onAdd: () => void }) =>
  count >= limits.noticeTargets.perUser ? (
    <p>You have {count} targets, which is as many as there can be.</p>
  ) : (
    <Button onClick={onAdd}>Add a target</Button>
  );
