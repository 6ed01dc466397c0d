import type { NoticeTarget } from '@polylogue/api-contract';
import { ApiError } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import card from '../account/own-account.module.css';
import { useEscape } from '../panel/use-escape.js';
import { useRemoveTarget, useSendLink, useTestTarget } from './notice-targets.api.js';
import styles from './notice-targets.module.css';

/** What can be done with a target. */
export function TargetButtons({ target, onEdit }: { target: NoticeTarget; onEdit: () => void }) {
  const { id, maskedAddress, isConfirmed } = target;
  const [isConfirming, setConfirming] = useState(false);
  const remove = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const keep = () => {
    setConfirming(false);
    remove.current?.focus();
  };
  useEscape(row, keep);
  const testing = useTestTarget();
  const linking = useSendLink();
  const removing = useRemoveTarget();
  const request = { parameters: { id }, body: undefined };
  return (
    <>
      <div className={card.row} ref={row}>
        {isConfirmed ? (
          <Button
            aria-label={`Test ${maskedAddress}`}
            disabled={testing.isPending}
            onClick={() => testing.mutate(request)}
          >
            {testing.isPending ? 'Testing…' : 'Test'}
          </Button>
        ) : (
          <Button disabled={linking.isPending} onClick={() => linking.mutate(request)}>
            Send the link again
          </Button>
        )}
        <Button aria-label={`Edit ${maskedAddress}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          ref={remove}
          danger={isConfirming}
          disabled={removing.isPending}
          aria-label={isConfirming ? undefined : `Remove ${maskedAddress}`}
          onClick={() => (isConfirming ? removing.mutate(request) : setConfirming(true))}
        >
          {isConfirming ? 'Remove it for good' : 'Remove'}
        </Button>
        {isConfirming && (
          <Button type="text" onClick={keep}>
            Keep it
          </Button>
        )}
      </div>
      <TestResult fault={testing.data?.fault} error={testing.error} />
    </>
  );
}

function TestResult({ fault, error }: { fault: string | null | undefined; error: Error | null }) {
  const said = error ? (error instanceof ApiError ? error.sentence : error.message) : fault;
  if (said === undefined) return null;
  return (
    <p className={said === null ? styles.taken : styles.fault} role="status">
      {said === null ? 'The test was taken.' : `The test did not arrive: ${said}`}
    </p>
  );
}
