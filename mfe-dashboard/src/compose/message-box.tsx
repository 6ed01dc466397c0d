import { Button } from '@polylogue/web-kit/antd';
import { ArrowUp, Square } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { ExamplePrompts } from './example-prompts.js';
import styles from './message-box.module.css';
import { countLabel, isSendDisabled, isSendKey, placeholder } from './send.rules.js';

interface MessageBoxProps {
  message: string;
  isSending: boolean;
  hasExamples: boolean;
  textArea: Ref<HTMLTextAreaElement>;
  onChange: (message: string) => void;
  onSend: () => void;
  onStopAll: () => void;
}

export function MessageBox(props: MessageBoxProps) {
  const { message, isSending, hasExamples, textArea, onChange, onSend, onStopAll } = props;
  const isDisabled = isSendDisabled(message, isSending);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    if (!isDisabled) onSend();
  };
  return (
    <div className={styles.box}>
      <textarea
        ref={textArea}
        rows={4}
        aria-label="Message"
        placeholder={placeholder}
        value={message}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {hasExamples && !isSending && message === '' && <ExamplePrompts onChoose={onChange} />}
      <div className={styles.side}>
        <span className={styles.count}>{countLabel(message)}</span>
        <div className={styles.actions}>
          {isSending && (
            <Button
              danger
              className={styles.stop}
              onClick={onStopAll}
              aria-label="Stop all"
              icon={<Square size={12} aria-hidden="true" />}
            >
              Stop all
            </Button>
          )}
          <Button
            type="primary"
            className={styles.send}
            data-busy={isSending || undefined}
            disabled={isDisabled}
            aria-label={isSending ? 'Sending...' : 'Send'}
            onClick={onSend}
            icon={isSending ? <i className={styles.ring} /> : <ArrowUp size={14} aria-hidden="true" />}
          >
            {isSending ? 'Sending...' : 'Send'}
          </Button>
        </div>
      </div>
    </div>
  );
}
