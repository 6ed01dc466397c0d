import { limits, type QueryVariable } from '@polylogue/api-contract';
import { Button } from 'antd';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Field } from '../components/field.js';
import styles from './query-variables.module.css';

/** Props of {@link ValuesDialog}. */
export interface ValuesDialogProps {
  title: string;
  variables: readonly QueryVariable[];
  /** What the primary button says. */
  action: string;
  onValues: (values: Record<string, string>) => void;
  /** Closed, whether or not there were values. */
  onClose: () => void;
}

/** Asks for the values of a query's own variables; their defaults stand there already. */
export function ValuesDialog({ title, variables, action, onValues, onClose }: ValuesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const done = useRef(false);
  const [values, setValues] = useState(() =>
    Object.fromEntries(variables.map(({ name, default: value }) => [name, value ?? ''])),
  );
  const [isTried, setTried] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const faultOf = ({ name, default: value }: QueryVariable) =>
    value == null && values[name]!.trim() === '' ? 'This has no default: type a value.' : undefined;
  const onTry = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (variables.some(faultOf)) return;
    done.current = true;
    // Closed first, so that the focus goes back to where it was.
    dialog.current?.close();
  };
  const onClosed = () => {
    onClose();
    if (done.current) onValues(values);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onClose={onClosed}>
      <form noValidate onSubmit={onTry}>
        <h2>{title}</h2>
        {variables.map((variable) => (
          <Field key={variable.name} label={variable.name} error={isTried ? faultOf(variable) : undefined}>
            {(control) => (
              <textarea
                {...control}
                rows={2}
                maxLength={limits.webhook.valueLength}
                value={values[variable.name]}
                onChange={({ target }) => setValues({ ...values, [variable.name]: target.value })}
              />
            )}
          </Field>
        ))}
        <div className={styles.actions}>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button type="primary" htmlType="submit">
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
