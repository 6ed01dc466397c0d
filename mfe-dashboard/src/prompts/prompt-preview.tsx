import { Button } from '@polylogue/web-kit/antd';
import { PreviewedText } from '@polylogue/web-kit/query-variables';
import { useEffect, useMemo, useRef } from 'react';
import type { ChosenPrompt } from './chosen-prompt.state.js';
import { fillRequest } from './fill-prompt.js';
import styles from './prompt-library.module.css';

interface PromptPreviewProps {
  message: string;
  prompt: ChosenPrompt;
  onClose: () => void;
}

/** The text of the box as it would be sent now. */
export default function PromptPreview({ message, prompt, onClose }: PromptPreviewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const body = useMemo(() => fillRequest(message, prompt), [message, prompt]);
  return (
    <dialog ref={dialog} className={styles.library} aria-label="Preview" onClose={onClose}>
      <h2>As it will be sent</h2>
      <PreviewedText body={body} />
      <div className={styles.actions}>
        <Button type="primary" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
