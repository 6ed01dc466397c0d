import { sizeLabel } from '@polylogue/web-kit';
import { Paperclip } from 'lucide-react';
import { memo, useState } from 'react';
import type { AttachedFile } from '../broadcasts/attached-file.rules.js';
import styles from './turn.module.css';

interface QuestionProps {
  text: string;
  files: readonly AttachedFile[] | undefined;
}

/** The question, on one line that stays in sight; a click shows all of it. */
export const Question = memo(function Question({ text, files = [] }: QuestionProps) {
  const [file, ...others] = files;
  const [isExpanded, setExpanded] = useState(false);
  return (
    <button
      type="button"
      className={styles.question}
      aria-expanded={isExpanded}
      onClick={() => setExpanded(!isExpanded)}
    >
      <b>You</b>
      {file && (
        <em title={files.map(({ name }) => name).join(', ')}>
          <Paperclip size={12} aria-hidden="true" />
          <i>{file.name}</i> {sizeLabel(file.size)}
          {others.length > 0 && ` +${others.length}`}
        </em>
      )}
      <span dir="auto">{text}</span>
    </button>
  );
});
