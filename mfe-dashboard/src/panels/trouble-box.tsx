import type { AiService } from '@polylogue/api-contract';
import { ApiError, toast, useCurrentUser } from '@polylogue/web-kit';
import { Button, ButtonLink } from '@polylogue/web-kit/antd';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRetryService } from '../dashboard.api.js';
import type { Reply } from '../broadcasts/reply.rules.js';
import type { Trouble } from './panel-badge.rules.js';
import { connectionCause, connectionSentence, failureSentence } from './trouble.rules.js';
import styles from './trouble-box.module.css';

interface TroubleBoxProps {
  trouble: NonNullable<Trouble>;
  service: Pick<AiService, 'name' | 'displayName' | 'status' | 'variantOf'>;
  reply: Reply | undefined;
  /** A probe has reached the service since the reply failed. */
  isReached: boolean;
  onReached: (isReached: boolean) => void;
  /** Requests the reply again; undefined when there is none. */
  onAskAgain: (() => void) | undefined;
}

/** Why a reply did not come, beside the reply and never in it, and the one thing to do about it. */
export default function TroubleBox({ trouble, service, reply, isReached, onReached, onAskAgain }: TroubleBoxProps) {
  const retry = useRetryService();
  const { isAdmin } = useCurrentUser();
  if (trouble === 'connection' && !isReached) {
    const name = service.variantOf ?? service.name;
    const probe = () =>
      retry.mutate(
        { parameters: { name } },
        { onSuccess: ({ status }) => onReached(status === 'connected'), onError: showError },
      );
    return (
      <Box title="Connection Error" text={connectionSentence(service.displayName)} cause={connectionCause(reply)}>
        <Again label="Retry Connection" isPending={retry.isPending} onClick={probe} />
        {isAdmin && (
          <ButtonLink size="small" to={`/admin?tab=ai-services&service=${encodeURIComponent(name)}`}>
            Open its settings
          </ButtonLink>
        )}
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

interface BoxProps {
  title: string;
  text: string | undefined;
  cause?: string;
  children: ReactNode;
}

function Box({ title, text, cause, children }: BoxProps) {
  return (
    <div className={styles.box} role="alert">
      <h3>
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        {title}
      </h3>
      <p>{text}</p>
      {cause && <p>{cause}</p>}
      <div>{children}</div>
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
