import { Select } from '@polylogue/web-kit/select';
import { useId } from 'react';
import { replyLabel, type FinishedReply } from './finished-replies.rules.js';
import { popupContainer } from '../controls/popup-container.js';
import styles from './reply-select.module.css';

interface ReplySelectProps {
  label: string;
  replies: readonly FinishedReply[];
  value: string | undefined;
  onChange: (messageId: string) => void;
}

export function ReplySelect({ label, replies, value, onChange }: ReplySelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select<string>
        id={id}
        options={replies.map((reply) => ({ value: reply.messageId, label: replyLabel(reply, replies) }))}
        {...(value === undefined ? {} : { value })}
        placeholder="Choose a reply"
        getPopupContainer={popupContainer}
        onChange={onChange}
      />
    </div>
  );
}
