import type { AiService, AiServiceLabel } from '@polylogue/api-contract';
import { noLongerOffered, useFormer } from '@polylogue/web-kit/estimate';
import { useMemo } from 'react';
import styles from './gone-services.module.css';

interface GoneServicesProps {
  /** To whom a round would go by itself. */
  requested: readonly AiServiceLabel[];
  /** Undefined while that is not read. */
  offered: readonly AiService[] | undefined;
}

/** Which of the services a round would go to are no longer offered, and what can be done; nothing while none is gone. */
export function GoneServices({ requested, offered }: GoneServicesProps) {
  const names = useMemo(() => requested.map(({ name }) => name), [requested]);
  const former = useFormer(names, offered);
  if (former.size === 0) return null;
  const gone = requested.filter(({ name }) => former.has(name)).map(({ displayName }) => displayName);
  const sentences = [noLongerOffered(gone), gone.length === requested.length && wayOn(offered)];
  return <p className={styles.gone}>{sentences.filter(Boolean).join(' ')}</p>;
}

const wayOn = (offered: GoneServicesProps['offered']): string =>
  offered?.length
    ? 'Choose other services to go on with.'
    : 'No other service is on offer: an administrator adds them.';
