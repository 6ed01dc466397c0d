import { keyScopes, type KeyScope } from '@polylogue/api-contract';
import { Check } from '@polylogue/web-kit/antd';
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
      <Check
        key={scope}
        isOn={chosen.includes(scope)}
        onChange={(isOn) => onChoose(keyScopes.filter((each) => (each === scope ? isOn : chosen.includes(each))))}
      >
        {scopeLabels[scope]}
      </Check>
    ))}
  </fieldset>
);
