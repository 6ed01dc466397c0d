import { keyScopes, type KeyScope } from '@polylogue/api-contract';
import styles from '../api-keys/api-keys.module.css';
import { scopeLabels } from './api-keys.rules.js';

interface KeyScopesProps {
  chosen: readonly KeyScope[];
  onChoose: (scopes: readonly KeyScope[]) => void;
}

/** What a key may do. */
export const KeyScopes = ({ chosen, onChoose }: KeyScopesProps) => (
  <fieldset className={styles.choices}>
    <legend>It may</legend>
    {keyScopes.map((scope) => (
      <label key={scope}>
        <input
          type="checkbox"
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChoose(keyScopes.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
          }
        />
        {scopeLabels[scope]}
      </label>
    ))}
  </fieldset>
);
