import { limits } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useState, type FormEvent } from 'react';
import styles from './transcript.module.css';

/** Lets the user step in: the text goes along with the next message. */
export function Interjection({ onSay }: { onSay: (text: string) => void }) {
  const [text, setText] = useState('');
  const say = (event: FormEvent) => {
    event.preventDefault();
    onSay(text);
    setText('');
  };
  return (
    <form className={styles.interject} onSubmit={say}>
      <input
        aria-label="Step in"
        placeholder="Step in: your words go along with the next message"
        maxLength={limits.messageLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button htmlType="submit" disabled={text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
