import type { AiService, AnswerPreset } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useDeletePreset } from './presets.api.js';
import styles from './presets.module.css';
import { placeOf, summaryOf } from './presets.rules.js';

interface PresetListProps {
  presets: readonly AnswerPreset[];
  services: readonly AiService[];
  /** With those that are not offered any more. */
  known: readonly AiService[];
  onEdit: (preset: AnswerPreset) => void;
}

export function PresetList({ presets, ...rest }: PresetListProps) {
  if (presets.length === 0) return <p className={styles.none}>No presets yet.</p>;
  return (
    <ul className={styles.list} aria-label="Presets">
      {presets.map((preset) => (
        <PresetRow key={preset.id} preset={preset} {...rest} />
      ))}
    </ul>
  );
}

function PresetRow({ preset, services, known, onEdit }: Omit<PresetListProps, 'presets'> & { preset: AnswerPreset }) {
  const remove = useDeletePreset();
  const [isConfirming, setConfirming] = useState(false);
  const { id, name } = preset;
  return (
    <li>
      <b dir="auto">{name}</b>
      <span dir="auto">{summaryOf(preset)}</span>
      <span>{placeOf(preset, services, known)}</span>
      {isConfirming ? (
        <div className={styles.ask} role="group" aria-label={`Delete ${name}?`}>
          <span>Delete it? What its panels wrote stays in history.</span>
          <Button size="small" onClick={() => setConfirming(false)}>
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
          <Button size="small" aria-label={`Delete ${name}`} onClick={() => setConfirming(true)}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
