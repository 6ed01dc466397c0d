import { isBlindName, type AiService, type Mode } from '@polylogue/api-contract';
import { memo, type Dispatch, type ReactNode } from 'react';
import { Segments } from '@polylogue/web-kit/antd';
import { ChevronDown } from 'lucide-react';
import { IconButton } from '../controls/icon-button.js';
import { BlindSwitch } from './blind-switch.js';
import { CategorySelect } from './category-select.js';
import type { Compose, ComposeAction } from './compose.state.js';
import styles from './compose.module.css';
import { modeLabels } from './send.rules.js';

const modes = (Object.keys(modeLabels) as Mode[]).map((value) => ({ value, label: modeLabels[value] }));

interface ComposeHeadProps {
  services: readonly AiService[];
  compose: Compose;
  dispatch: Dispatch<ComposeAction>;
  tools: ReactNode;
  onFold: () => void;
}

/** The first row of the dock: title, how it is sent, and among which services. */
export const ComposeHead = memo(function ComposeHead({ services, compose, dispatch, tools, onFold }: ComposeHeadProps) {
  return (
    <div className={styles.head}>
      <h2>Compose Message</h2>
      <Segments
        label="Dispatch mode"
        options={modes}
        value={compose.mode}
        onChange={(mode) => dispatch({ do: 'mode', mode, services })}
        className={styles.modes}
      />
      {!services.some(({ name }) => isBlindName(name)) && (
        <BlindSwitch isOn={compose.isBlind ?? false} onChange={(isBlind) => dispatch({ do: 'blind', isBlind })} />
      )}
      <CategorySelect
        services={services}
        value={compose.category}
        onChange={(category) => dispatch({ do: 'category', category, services })}
      />
      {tools}
      <IconButton label="Fold the composer" icon={ChevronDown} className={styles.fold} onClick={onFold} />
    </div>
  );
});
