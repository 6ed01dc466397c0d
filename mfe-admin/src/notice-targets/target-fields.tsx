import { useCurrentUser } from '@polylogue/web-kit';
import { Button, Check } from '@polylogue/web-kit/antd';
import type { ReactNode } from 'react';
import card from '../account/own-account.module.css';
import styles from './notice-targets.module.css';
import { kindLabels } from './notice-kinds.rules.js';
import { kindsFor, type Faults, type TargetForm } from './notice-targets.rules.js';
import { QuietFields } from './quiet-fields.js';

interface TargetFieldsProps {
  form: TargetForm;
  faults: Faults;
  isPending: boolean;
  save: { label: string; run: () => void };
  onChange: (part: Partial<TargetForm>) => void;
  onCancel: () => void;
  /** What stands before the choice. */
  children: ReactNode;
}

/** The form of a target, new or changed: what is sent there, and when. */
export function TargetFields({ form, faults, isPending, save, onChange, onCancel, children }: TargetFieldsProps) {
  return (
    <form
      className={card.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.run();
      }}
    >
      {children}
      <NoticeKinds form={form} fault={faults.noticeKinds} onChange={onChange} />
      <QuietFields form={form} fault={faults.quietHours} onChange={onChange} />
      <div className={card.row}>
        <Button type="primary" htmlType="submit" disabled={isPending}>
          {save.label}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function NoticeKinds({
  form,
  fault,
  onChange,
}: Pick<TargetFieldsProps, 'form' | 'onChange'> & { fault?: string | undefined }) {
  const isAdmin = useCurrentUser().user?.role === 'admin';
  const { noticeKinds } = form;
  const choose = (kind: string, isChosen: boolean) =>
    onChange({ noticeKinds: kindsFor(true).filter((each) => (each === kind ? isChosen : noticeKinds.includes(each))) });
  return (
    <fieldset className={styles.kinds} aria-describedby={fault ? 'notice-kinds-fault' : undefined}>
      <legend>Send when</legend>
      {kindsFor(isAdmin).map((kind) => (
        <Check key={kind} isOn={noticeKinds.includes(kind)} onChange={(isOn) => choose(kind, isOn)}>
          {kindLabels[kind]}
        </Check>
      ))}
      {fault && (
        <p id="notice-kinds-fault" className="pl-field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
