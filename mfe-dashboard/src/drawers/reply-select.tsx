import { Field } from '@polylogue/web-kit/antd';
import { replyLabel, type FinishedReply } from './finished-replies.rules.js';

interface ReplySelectProps {
  label: string;
  replies: readonly FinishedReply[];
  value: string | undefined;
  onChange: (messageId: string) => void;
}

export const ReplySelect = ({ label, replies, value, onChange }: ReplySelectProps) => (
  <Field label={label}>
    {(control) => (
      <select {...control} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
        <option value="" hidden>
          Choose a reply
        </option>
        {replies.map((reply) => (
          <option key={reply.messageId} value={reply.messageId}>
            {replyLabel(reply, replies)}
          </option>
        ))}
      </select>
    )}
  </Field>
);
