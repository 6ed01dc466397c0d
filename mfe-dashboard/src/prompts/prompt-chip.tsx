import { namesIn } from '@polylogue/api-contract';
import { BookText, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ChosenPromptState } from './chosen-prompt.state.js';
import styles from './prompt-chip.module.css';

const PromptPreview = lazy(() => import('./prompt-preview.js'));

interface PromptChipProps extends Pick<ChosenPromptState, 'drop'> {
  prompt: NonNullable<ChosenPromptState['prompt']>;
  message: string;
}

/** Says that the text comes from the library and what of it is filled when it is sent. */
export default function PromptChip({ prompt, message, drop }: PromptChipProps) {
  const [isShown, setShown] = useState(false);
  const names = namesIn(message).map((name) => `{{${name}}}`);
  const what = names.length > 0 ? `${names.join(', ')} filled when sent` : 'as a prompt';
  return (
    <div className={styles.chip} role="group" aria-label={`From ${prompt.title}`}>
      <BookText size={14} aria-hidden="true" />
      <span className={styles.title}>{prompt.title}</span>
      <span className={styles.names}>{what}</span>
      <button type="button" className={styles.preview} onClick={() => setShown(true)}>
        Preview
      </button>
      <button type="button" aria-label="Send the text as it stands" title="Send the text as it stands" onClick={drop}>
        <X size={14} aria-hidden="true" />
      </button>
      {isShown && (
        <Suspense>
          <PromptPreview message={message} prompt={prompt} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </div>
  );
}
