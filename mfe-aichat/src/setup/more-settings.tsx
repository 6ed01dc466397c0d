import type { AiService } from '@polylogue/api-contract';
import { Field } from '@polylogue/web-kit/antd';
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
      <summary>Roles, limits, moderator</summary>
      <div className={styles.settings}>
        {([0, 1] as const).map((side) => (
          <SideSettings
            key={side}
            title={side === 0 ? 'First side' : 'Second side'}
            side={sides[side]}
            disabled={disabled}
            onChange={(change) => dispatch({ do: 'side', side, change })}
          />
        ))}
        <div className={styles.pair}>
          <Field label="Turn limit">
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                value={turnLimit}
                disabled={disabled}
                onChange={({ target }) => dispatch({ do: 'set', change: { turnLimit: target.value } })}
              />
            )}
          </Field>
          <Field
            label="Cost limit"
            help="Counts the cost that the services report; one that reports none counts nothing."
          >
            {(control) => (
              <input
                {...control}
                inputMode="decimal"
                placeholder="None"
                value={costLimit}
                disabled={disabled}
                onChange={({ target }) => dispatch({ do: 'set', change: { costLimit: target.value } })}
              />
            )}
          </Field>
        </div>
        <ServiceSelect
          label="Moderator"
          help="Sums the conversation up when it ends at a limit or in a loop, or when you ask."
          services={services}
          value={moderator}
          noneLabel="None"
          disabled={disabled}
          onChange={(name) => dispatch({ do: 'set', change: { moderator: name } })}
        />
      </div>
    </details>
  );
}
