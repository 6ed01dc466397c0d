import type { AiService } from '@polylogue/api-contract';
import { ChevronRight } from 'lucide-react';
import { ServiceSelect } from './service-select.js';
import type { SetupForm, SetupStep } from './setup.state.js';
import { SideSettings } from './side-settings.js';
import styles from './setup.module.css';

interface MoreSettingsProps {
  services: readonly AiService[];
  form: SetupForm;
  dispatch: (step: SetupStep) => void;
  disabled: boolean;
}

/** What one may leave alone: names, colours, roles, limits, a moderator. */
export function MoreSettings({ services, form, dispatch, disabled }: MoreSettingsProps) {
  const { sides, turnLimit, costLimit, moderator } = form;
  return (
    <details className={styles.more}>
      <summary>
        <ChevronRight size={14} aria-hidden="true" />
        Roles, limits, moderator
      </summary>
      <div className={styles.settings}>
        {([0, 1] as const).map((side) => (
          <SideSettings
            key={side}
            id={`side-${side}`}
            title={side === 0 ? 'First side' : 'Second side'}
            side={sides[side]}
            disabled={disabled}
            onChange={(change) => dispatch({ do: 'side', side, change })}
          />
        ))}
        <div className={styles.pair}>
          <div className={styles.field}>
            <label htmlFor="turn-limit">Turn limit</label>
            <input
              id="turn-limit"
              inputMode="numeric"
              value={turnLimit}
              disabled={disabled}
              onChange={({ target }) => dispatch({ do: 'set', change: { turnLimit: target.value } })}
            />
          </div>
          <div className={styles.field}>
            <label htmlFor="cost-limit">Cost limit</label>
            <input
              id="cost-limit"
              inputMode="decimal"
              placeholder="None"
              value={costLimit}
              disabled={disabled}
              aria-describedby="cost-limit-hint"
              onChange={({ target }) => dispatch({ do: 'set', change: { costLimit: target.value } })}
            />
          </div>
        </div>
        <p id="cost-limit-hint" className={styles.hint}>
          Counts the cost that the services report; one that reports none counts nothing.
        </p>
        <ServiceSelect
          id="moderator"
          label="Moderator"
          services={services}
          value={moderator}
          nobody="None"
          placeholder="None"
          disabled={disabled}
          onChange={(name) => dispatch({ do: 'set', change: { moderator: name } })}
        />
        <p className={styles.hint}>Sums the conversation up when it ends at a limit or in a loop, or when you ask.</p>
      </div>
    </details>
  );
}
