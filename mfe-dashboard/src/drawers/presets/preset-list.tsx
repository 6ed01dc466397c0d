import type { AiService, AnswerPreset } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useDeletePreset } from './presets.api.js';
import styles from './presets.module.css';
import { placeOf, summaryOf } from './presets.rules.js';

interface PresetListProps {
  presets: readonly AnswerPreset[];
  services: readonly AiService[];
  /** With those that are not offered any more. */
  known: readonly AiService[];
  onEdit: (preset: AnswerPreset) => void;
  onDeleted: () => void;
}

export function PresetList({ ref, presets, ...rest }: PresetListProps & { ref: Ref<HTMLUListElement> }) {
  if (presets.length === 0) return <p className={styles.none}>No presets yet.</p>;
  return (
    <ul ref={ref} className={styles.list} aria-label="Presets">
      {presets.map((preset) => (
        <PresetRow key={preset.id} preset={preset} {...rest} />
      ))}
    </ul>
  );
}

type PresetRowProps = Omit<PresetListProps, 'presets'> & { preset: AnswerPreset };

function PresetRow({ preset, services, known, onEdit, onDeleted }: PresetRowProps) {
  const remove = useDeletePreset(onDeleted);
  const [isConfirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const ask = () => {
    flushSync(() => setConfirming(true));
    cancel.current?.focus();
  };
  const keep = () => {
    flushSync(() => setConfirming(false));
    button.current?.focus();
  };
  const { id, name } = preset;
  return (
    <li data-preset={id}>
      <b dir="auto">{name}</b>
      <span dir="auto">{summaryOf(preset)}</span>
      <span>{placeOf(preset, services, known)}</span>
      {isConfirming ? (
        <div className={styles.ask} role="group" aria-label={`Delete ${name}?`}>
          <span>Delete it? What its panels wrote stays in history.</span>
          <Button ref={cancel} size="small" onClick={keep}>
            Cancel
          </Button>
          <Button size="small" danger disabled={remove.isPending} onClick={() => remove.mutate(id)}>
            Delete
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <Button size="small" aria-label={`Edit ${name}`} onClick={() => onEdit(preset)}>
            Edit
          </Button>
          <Button ref={button} size="small" aria-label={`Delete ${name}`} onClick={ask}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
