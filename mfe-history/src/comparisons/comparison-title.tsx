import type { Comparison } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { Pencil, Star } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './comparison-page.module.css';
import { useGiving } from './comparisons.api.js';
import { faultOf } from './given.rules.js';

/** Its star and its title, which can be changed. */
export function ComparisonTitle({ comparison: { id, title, starred } }: { comparison: Comparison }) {
  const give = useGiving();
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const end = (changed?: string) => {
    flushSync(() => setEditing(false));
    // It stands where the form was that had the focus.
    pencil.current?.focus();
    if (changed !== undefined && changed !== title) give(id, { title: changed });
  };
  return (
    <>
      <button
        type="button"
        className="pl-icon-button"
        aria-pressed={starred}
        aria-label="Star this comparison"
        onClick={() => give(id, { starred: !starred })}
      >
        <Star aria-hidden />
      </button>
      <h1 dir="auto" className={isEditing ? 'pl-only-read' : undefined}>
        {title === '' ? 'Untitled' : title}
      </h1>
      {isEditing ? (
        <TitleForm title={title} onEnd={end} />
      ) : (
        <button
          ref={pencil}
          type="button"
          className="pl-icon-button"
          aria-label="Rename this comparison"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden />
        </button>
      )}
    </>
  );
}

/** `onEnd` gets the new title, or nothing when it stays. */
function TitleForm({ title, onEnd }: { title: string; onEnd: (changed?: string) => void }) {
  const [typed, setTyped] = useState(title);
  const changed = typed.trim();
  // That of a first message may be longer than one that is given, and can stay.
  const fault = changed === title ? undefined : faultOf({ title: changed });
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (!fault) onEnd(changed);
      }}
    >
      <Field label={<span className="pl-only-read">Title</span>} error={fault}>
        {(control) => (
          <input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed
            autoFocus
            placeholder="As the first message begins"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && onEnd()}
          />
        )}
      </Field>
      <Button htmlType="submit" type="primary">
        Save
      </Button>
      <Button onClick={() => onEnd()}>Cancel</Button>
    </form>
  );
}
