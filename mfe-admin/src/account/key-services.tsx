import { listAiServices } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import { Check, Field } from '@polylogue/web-kit/antd';
import { useId } from 'react';
import styles from '../api-keys/api-keys.module.css';

interface KeyServicesProps {
  /** Undefined: all. */
  chosen: readonly string[] | undefined;
  fault: string | undefined;
  onChoose: (names: readonly string[] | undefined) => void;
}

/** Which AI services a key may ask: all of them, or some. */
export function KeyServices({ chosen, fault, onChoose }: KeyServicesProps) {
  const faultId = useId();
  const { data: services = [] } = useApiQuery(listAiServices, { staleTime: 60_000 });
  const offered = services.filter(({ variantOf }) => variantOf === undefined);
  const toggle = (name: string, isChosen: boolean) =>
    onChoose(offered.map((each) => each.name).filter((each) => (each === name ? isChosen : chosen?.includes(each))));
  return (
    <>
      <Field label="AI services">
        {(control) => (
          <select
            {...control}
            value={chosen ? 'some' : 'all'}
            onChange={({ target }) => onChoose(target.value === 'some' ? [] : undefined)}
          >
            <option value="all">All of them</option>
            <option value="some">Only some</option>
          </select>
        )}
      </Field>
      {chosen && (
        <fieldset className={styles.choices} aria-describedby={fault && faultId}>
          <legend>It may ask</legend>
          {offered.map(({ name, displayName }) => (
            <Check key={name} isOn={chosen.includes(name)} onChange={(isOn) => toggle(name, isOn)}>
              {displayName}
            </Check>
          ))}
          {fault && (
            <p id={faultId} className="pl-field-error" role="alert">
              {fault}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
