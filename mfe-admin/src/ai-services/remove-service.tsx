import type { ConfiguredAiService } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useRemoveAiService } from './ai-services.api.js';
import styles from './service-form.module.css';

/** Removes what was added here, or takes back what was changed here; after a confirmation. */
export function RemoveService({ service, onDone }: { service: ConfiguredAiService; onDone: () => void }) {
  const isOwn = service.source === 'admin';
  const [isSure, setSure] = useState(false);
  const remove = useRemoveAiService(isOwn ? 'AI service removed' : 'Changes taken back', onDone);
  if (!isOwn && !service.amended) return null;
  const label = isOwn ? 'Remove' : 'Take changes back';
  return (
    <Button
      danger
      className={styles.remove}
      disabled={remove.isPending}
      onBlur={() => setSure(false)}
      onClick={() => (isSure ? remove.mutate({ parameters: { name: service.name } }) : setSure(true))}
    >
      {isSure ? `Really ${label.toLowerCase()}?` : label}
    </Button>
  );
}
