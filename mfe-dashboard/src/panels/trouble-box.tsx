import type { AiService } from '@polylogue/api-contract';
import { ApiError, toast } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { CircleAlert, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useRetryService } from '../dashboard.api.js';
import type { Reply } from '../broadcasts/reply.rules.js';
import { connectionSentence, failureSentence, type Trouble } from './panel-badge.rules.js';
import styles from './trouble-box.module.css';

interface TroubleBoxProps {
  trouble: NonNullable<Trouble>;
  service: Pick<AiService, 'name' | 'displayName' | 'status' | 'variantOf'>;
  reply: Reply | undefined;
  /** Requests the reply again; undefined when there is none. */
  onAskAgain: (() => void) | undefined;
}

/** Why a reply did not come, beside the reply and never in it, and the one thing to do about it. */
export function TroubleBox({ trouble, service, reply, onAskAgain }: TroubleBoxProps) {
  const retry = useRetryService();
  const [reachedFor, setReachedFor] = useState<string>();
  const isReached = service.status === 'connected' && reply?.messageId !== undefined && reachedFor === reply.messageId;
  if (trouble === 'connection' && !isReached) {
    const probe = () =>
      retry.mutate(
        { parameters: { name: service.variantOf ?? service.name } },
        {
          onSuccess: ({ status }) => setReachedFor(status === 'connected' ? reply?.messageId : undefined),
          onError: showError,
        },
      );
    return (
      <Box title="Connection Error" text={connectionSentence(service.displayName)}>
        <Again label="Retry Connection" isPending={retry.isPending} onClick={probe} />
      </Box>
    );
  }
  const text = isReached ? `${service.displayName} answers again.` : reply && failureSentence(reply);
  return (
    <Box title={isReached ? 'Connection restored' : 'No reply'} text={text}>
      {onAskAgain && <Again label="Retry" isPending={false} onClick={onAskAgain} />}
    </Box>
  );
}

const showError = (fault: unknown) =>
  toast({
    title: 'Connection Error',
    description: fault instanceof ApiError ? fault.sentence : String(fault),
    variant: 'destructive',
  });

function Box({ title, text, children }: { title: string; text: string | undefined; children: React.ReactNode }) {
  return (
    <div className={styles.box} role="alert">
      <h3>
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        {title}
      </h3>
      <p>{text}</p>
      {children}
    </div>
  );
}

function Again({ label, isPending, onClick }: { label: string; isPending: boolean; onClick: () => void }) {
  return (
    <Button
      size="small"
      disabled={isPending}
      onClick={onClick}
      icon={<RotateCw size={14} aria-hidden="true" className={isPending ? 'pl-turning' : undefined} />}
    >
      {label}
    </Button>
  );
}
