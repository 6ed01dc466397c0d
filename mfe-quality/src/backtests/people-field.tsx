import { Check } from '@polylogue/web-kit/antd';
import styles from './pairs.module.css';
import type { FieldsProps } from './candidate-fields.js';

/** Whether the user compares as well. */
export const PeopleField = ({ form, onChange }: Pick<FieldsProps, 'form' | 'onChange'>) => (
  <section className="pl-card" aria-labelledby="people-field-title">
    <div className={styles.field}>
      <h2 id="people-field-title">People</h2>
      <Check
        isOn={form.peopleCompare}
        describedBy="people-field-help"
        onChange={(peopleCompare) => onChange({ peopleCompare })}
      >
        I compare the replies blind as well
      </Check>
      <p id="people-field-help" className={styles.help}>
        Two replies at a time, without names and in an order drawn at random. It costs nothing. Rounds and worst losses
        are shown when you have compared them all, or end it.
      </p>
    </div>
  </section>
);
