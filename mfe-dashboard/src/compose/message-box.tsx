import { Ring } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { ArrowUp, ListEnd, Square, Undo2 } from 'lucide-react';
import { lazy, memo, Suspense, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react';
import type { ChosenPromptState } from '../prompts/chosen-prompt.state.js';
import { opensLibrary } from '../prompts/prompt-library.rules.js';
import { AttachButton } from './attach-button.js';
import { AttachmentChips } from './attachment-chips.js';
import type { AttachmentState } from './attachment.state.js';
import { ExamplePrompts } from './example-prompts.js';
import { FileDrop } from './file-drop.js';
import styles from './message-box.module.css';
import { nextOf, sayTaken, type NextMessage, type Queue } from './queue.state.js';
import { countLabel, isSendDisabled, isSendKey, placeholderOf, sendLabel, type Pending } from './send.rules.js';

const PromptChip = lazy(() => import('../prompts/prompt-chip.js'));

interface MessageBoxProps {
  message: string;
  pending: Pending;
  queue: Queue;
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
  /** Takes back the message that waits. */
  onTakeBack: () => void;
}

export function MessageBox(props: MessageBoxProps) {
  const { message, pending, queue, targets, attached, chosen, hasExamples, onChange, onSend } = props;
  const { files, attach } = attached;
  const { prompt } = chosen;
  const hasFile = files.length > 0;
  const isDisabled = isSendDisabled({ message, hasFile, pending, targets });
  const isFileOff = pending === 'file';
  const next = nextOf({ message, hasFile, pending, queue });
  const onEnter = () => {
    if (!isDisabled || next === 'ready' || next === 'now') onSend();
    else if (next === 'waits' && message.trim() !== '') sayTaken();
  };
  return (
    <div className={styles.box} data-file={hasFile || prompt !== undefined || undefined}>
      <Field {...props} hasFile={hasFile} isFileOff={isFileOff} onEnter={onEnter} />
      {hasFile || prompt ? (
        <AttachmentChips attached={attached} isPending={isFileOff}>
          <Suspense>{prompt && <PromptChip prompt={prompt} message={message} drop={chosen.drop} />}</Suspense>
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
          next={next}
          onTakeBack={props.onTakeBack}
          onFiles={attach}
          onSend={onSend}
          onStopAll={props.onStopAll}
        />
      </div>
      <FileDrop isOff={isFileOff} onFiles={attach} />
    </div>
  );
}

interface FieldProps extends Pick<MessageBoxProps, 'message' | 'textArea' | 'attached' | 'onChange' | 'onLibrary'> {
  hasFile: boolean;
  isFileOff: boolean;
  onEnter: () => void;
}

function Field({ message, textArea, attached, hasFile, isFileOff, onChange, onLibrary, onEnter }: FieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    onEnter();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // What comes as text as well, a table for one, is pasted as text.
    if (pasted.length === 0 || types.includes('text/plain') || isFileOff) return;
    event.preventDefault();
    attached.attach([...pasted]);
  };
  return (
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
  );
}

interface ActionsProps extends Pick<MessageBoxProps, 'pending' | 'onSend' | 'onStopAll' | 'onTakeBack'> {
  isDisabled: boolean;
  /** The message after those that are being answered. */
  next: NextMessage;
  label: string;
  onFiles: (files: readonly File[]) => void;
}

const Actions = memo(function Actions({ isDisabled, label, pending, onFiles, onSend, onStopAll, ...of }: ActionsProps) {
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
      {of.next === 'waits' && (
        <Button onClick={of.onTakeBack} aria-label="Take back" icon={<Undo2 size={14} aria-hidden="true" />}>
          Take back
        </Button>
      )}
      {of.next === 'ready' && (
        <Button onClick={onSend} aria-label="Send next" icon={<ListEnd size={14} aria-hidden="true" />}>
          Send next
        </Button>
      )}
      {of.next === 'now' && (
        <Button
          onClick={onSend}
          aria-label="Send now"
          title="A blind round begins at once: it waits for no reply."
          icon={<ArrowUp size={14} aria-hidden="true" />}
        >
          Send now
        </Button>
      )}
      <AttachButton isOff={pending === 'file'} onFiles={onFiles} />
      <Button
        type="primary"
        className={styles.send}
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
