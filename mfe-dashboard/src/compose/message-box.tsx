import { Ring } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { ArrowUp, Square } from 'lucide-react';
import { memo, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react';
import type { ChosenPromptState } from '../prompts/chosen-prompt.state.js';
import { PromptChip } from '../prompts/prompt-chip.js';
import { opensLibrary } from '../prompts/prompt-library.rules.js';
import { AttachButton } from './attach-button.js';
import { AttachmentChips } from './attachment-chips.js';
import type { AttachmentState } from './attachment.state.js';
import { ExamplePrompts } from './example-prompts.js';
import { FileDrop } from './file-drop.js';
import styles from './message-box.module.css';
import { countLabel, isSendDisabled, isSendKey, placeholderOf, sendLabel, type Pending } from './send.rules.js';

interface MessageBoxProps {
  message: string;
  pending: Pending;
  targets: number;
  attached: AttachmentState;
  chosen: ChosenPromptState;
  hasExamples: boolean;
  textArea: Ref<HTMLTextAreaElement>;
  onChange: (message: string) => void;
  /** A slash was typed into the empty box. */
  onLibrary: () => void;
  onSend: () => void;
  onStopAll: () => void;
}

export function MessageBox(props: MessageBoxProps) {
  const { message, pending, targets, attached, chosen, hasExamples, textArea, onChange, onLibrary, onSend, onStopAll } =
    props;
  const { files, attach } = attached;
  const { prompt } = chosen;
  const hasFile = files.length > 0;
  const isDisabled = isSendDisabled({ message, hasFile, pending, targets });
  const isFileOff = pending === 'file';
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    if (!isDisabled) onSend();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // What comes as text as well, a table for one, is pasted as text.
    if (pasted.length === 0 || types.includes('text/plain') || isFileOff) return;
    event.preventDefault();
    attach([...pasted]);
  };
  return (
    <div className={styles.box} data-file={hasFile || prompt !== undefined || undefined}>
      <textarea
        ref={textArea}
        rows={4}
        aria-label="Message"
        placeholder={placeholderOf(hasFile)}
        value={message}
        onChange={({ target }) => {
          if (opensLibrary(message, target.value)) onLibrary();
          onChange(target.value);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {hasFile || prompt ? (
        <AttachmentChips attached={attached} isPending={isFileOff}>
          {prompt && <PromptChip prompt={prompt} message={message} drop={chosen.drop} />}
        </AttachmentChips>
      ) : (
        hasExamples && !pending && message === '' && <ExamplePrompts onChoose={onChange} />
      )}
      <div className={styles.side}>
        <span className={styles.count}>{countLabel(message)}</span>
        <Actions
          isDisabled={isDisabled}
          label={sendLabel(hasFile, pending)}
          pending={pending}
          onFiles={attach}
          onSend={onSend}
          onStopAll={onStopAll}
        />
      </div>
      <FileDrop isOff={isFileOff} onFiles={attach} />
    </div>
  );
}

interface ActionsProps extends Pick<MessageBoxProps, 'pending' | 'onSend' | 'onStopAll'> {
  isDisabled: boolean;
  label: string;
  onFiles: (files: readonly File[]) => void;
}

const Actions = memo(function Actions({ isDisabled, label, pending, onFiles, onSend, onStopAll }: ActionsProps) {
  return (
    <div className={styles.actions}>
      {pending && (
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
      <AttachButton isOff={pending === 'file'} onFiles={onFiles} />
      <Button
        type="primary"
        className={styles.send}
        data-busy={pending && true}
        disabled={isDisabled}
        aria-label={label}
        onClick={onSend}
        icon={pending ? <Ring /> : <ArrowUp size={14} aria-hidden="true" />}
      >
        {label}
      </Button>
    </div>
  );
});
