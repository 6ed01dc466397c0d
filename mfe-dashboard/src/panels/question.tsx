import { Paperclip } from 'lucide-react';
import { memo, useState } from 'react';
import { sizeLabel, type AttachedFile } from '../broadcasts/attached-file.rules.js';
import styles from './turn.module.css';

interface QuestionProps {
  text: string;
  attachment: AttachedFile | undefined;
}

/** The question, on one line that stays in sight; a click shows all of it. */
export const Question = memo(function Question({ text, attachment }: QuestionProps) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <button
      type="button"
      className={styles.question}
      aria-expanded={isExpanded}
      onClick={() => setExpanded(!isExpanded)}
    >
      <b>You</b>
      {attachment && (
        <em title={attachment.name}>
          <Paperclip size={12} aria-hidden="true" />
          <i>{attachment.name}</i> {sizeLabel(attachment.size)}
        </em>
      )}
      <span dir="auto">{text}</span>
    </button>
  );
});
