import type { AiService, AnswerPreset } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useDeletePreset } from './presets.api.js';
import styles from './presets.module.css';
import { summaryOf } from './presets.rules.js';

interface PresetListProps {
  presets: readonly AnswerPreset[];
  services: readonly AiService[];
  onEdit: (preset: AnswerPreset) => void;
}

export function PresetList({ presets, services, onEdit }: PresetListProps) {
  if (presets.length === 0) return <p className={styles.none}>No presets yet.</p>;
  return (
    <ul className={styles.list} aria-label="Presets">
      {presets.map((preset) => (
        <PresetRow key={preset.id} preset={preset} services={services} onEdit={onEdit} />
      ))}
    </ul>
  );
}

function PresetRow({ preset, services, onEdit }: Omit<PresetListProps, 'presets'> & { preset: AnswerPreset }) {
  const remove = useDeletePreset();
  const [isConfirming, setConfirming] = useState(false);
  const { id, name, aiServices } = preset;
  const names = services.filter((service) => aiServices.includes(service.name)).map(({ displayName }) => displayName);
  return (
    <li>
      <b dir="auto">{name}</b>
      <span dir="auto">{summaryOf(preset)}</span>
      <span>{names.length > 0 ? `Stands beside ${names.join(', ')}` : 'Stands beside no service'}</span>
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
