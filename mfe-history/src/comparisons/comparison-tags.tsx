import { paths } from '@polylogue/web-kit';
import { Field } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTags } from '../history.api.js';
import styles from './comparison-page.module.css';
import { faultOf } from './given.rules.js';

interface ComparisonTagsProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Its tags, each once, and those of other comparisons to choose from; what is typed stays until it can be one. */
export function ComparisonTags({ tags, onChange }: ComparisonTagsProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const others = useTags().filter((each) => !tags.includes(each));
  const othersId = useId();
  const tag = typed.trim();
  const isNew = tag !== '' && !tags.includes(tag);
  const fault = isNew ? faultOf({ tags: [...tags, tag] }) : undefined;
  const add = () => {
    if (fault) return;
    setTyped('');
    if (isNew) onChange([...tags, tag]);
  };
  const remove = (gone: string) => {
    onChange(tags.filter((other) => other !== gone));
    // Its button goes with it.
    field.current?.focus();
  };
  return (
    <form
      className={styles.tags}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {tags.map((each) => (
        <span key={each} className={styles.tag}>
          <Link to={`${paths.history.href()}?show=comparisons&tag=${encodeURIComponent(each)}`}>{each}</Link>
          <button type="button" aria-label={`Remove the tag ${each}`} onClick={() => remove(each)}>
            <X aria-hidden />
          </button>
        </span>
      ))}
      <Field label={<span className="pl-only-read">Add a tag</span>} error={fault}>
        {(control) => (
          <input
            {...control}
            ref={field}
            list={othersId}
            placeholder="Add a tag"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={add}
          />
        )}
      </Field>
      <datalist id={othersId}>
        {others.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </form>
  );
}
