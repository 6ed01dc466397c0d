import { Field } from '@polylogue/web-kit/antd';
import { useServices } from './judging.api.js';
import styles from './judging.module.css';

interface ChoiceProps {
  /** Empty: a service that did not answer. */
  extractor: string;
  onChange: (extractor: string) => void;
}

/** Who finds the claims of agreement maps and watched queries when a user chooses none. */
export function ExtractorChoice({ extractor, onChange }: ChoiceProps) {
  const { data = [] } = useServices();
  const offered = data.filter(({ category }) => category === 'text');
  const isGone = extractor !== '' && !offered.some(({ name }) => name === extractor);
  return (
    <Field
      label="Default extractor"
      help="Finds the claims of agreement maps and watched queries when a user names nobody. While it is not available, a service that did not answer does."
      className={styles.half}
    >
      {(control) => (
        <select {...control} value={extractor} onChange={({ target }) => onChange(target.value)}>
          <option value="">A service that did not answer</option>
          {isGone && <option value={extractor}>{extractor} (no longer offered)</option>}
          {offered.map(({ name, displayName }) => (
            <option key={name} value={name}>
              {displayName}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
