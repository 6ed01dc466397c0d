import { grouped, type Retention } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { Button, Check, Field } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { useEscape } from '../panel/use-escape.js';
import { RetentionConsequences } from './retention-consequences.js';
import { useRetentionPreview, useSetRetention } from './retention.api.js';
import shared from '../panel/settings-form.module.css';
import styles from './retention.module.css';
import { bodyOf, faultOf, formOf, type RetentionForm as Form } from './retention.rules.js';

export function RetentionForm({ rule }: { rule: Retention }) {
  const [form, setForm] = useState(() => formOf(rule));
  const [fault, setFault] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLFormElement>(null);
  const leave = () => {
    setConfirming(false);
    button.current?.focus();
  };
  useEscape(area, leave);
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setFault(undefined);
    setConfirming(false);
  };
  const set = useSetRetention(leave);
  const save = () => set.mutate({ body: bodyOf(form) });
  const submit = () => {
    const found = faultOf(form);
    setFault(found);
    if (found) return;
    // Keeping for ever removes nothing.
    if (form.isLimited) setConfirming(true);
    else save();
  };
  return (
    <form
      ref={area}
      className={`pl-card ${shared.form} ${styles.card}`}
      aria-labelledby="retention-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <About rule={rule} />
      <Choices form={form} fault={fault} onChange={change} />
      <div className={shared.row}>
        <Button ref={button} htmlType="submit" type={isConfirming ? 'default' : 'primary'} disabled={set.isPending}>
          {form.isLimited ? 'See what would be removed' : 'Save'}
        </Button>
      </div>
      {isConfirming && <Confirmation form={form} isSaving={set.isPending} onSave={save} onLeave={leave} />}
    </form>
  );
}

const About = ({ rule }: { rule: Retention }) => (
  <>
    <header>
      <h2 id="retention-title">Retention</h2>
      <Badge tone={rule.keepDays === null ? 'neutral' : 'brand'}>{inForce(rule)}</Badge>
    </header>
    <p>
      Conversations, AI chats and runs of saved queries that were not used for so many days are removed for every user,
      with their files, pictures, scores, votes and agreement maps. The conversations of a comparison go together; saved
      queries stay.
    </p>
  </>
);

const inForce = ({ keepDays, saved }: Retention) =>
  keepDays === null ? 'Kept for ever' : `${keepDays} days${saved ? '' : ', from the environment'}`;

interface ChoicesProps {
  form: Form;
  fault: string | undefined;
  onChange: (part: Partial<Form>) => void;
}

function Choices({ form, fault, onChange }: ChoicesProps) {
  return (
    <>
      <div className={shared.row}>
        <Field label="How long conversations are kept" className={shared.half}>
          {(control) => (
            <select
              {...control}
              value={form.isLimited ? 'limited' : 'for-ever'}
              onChange={({ target }) => onChange({ isLimited: target.value === 'limited' })}
            >
              <option value="for-ever">For ever</option>
              <option value="limited">For some days after their last use</option>
            </select>
          )}
        </Field>
        {form.isLimited && (
          <Field label="Days" error={fault} className={shared.half}>
            {(control) => (
              <input
                {...control}
                type="number"
                min={1}
                value={form.days}
                onChange={({ target }) => onChange({ days: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {form.isLimited && (
        <Check isOn={form.removesStarred} onChange={(removesStarred) => onChange({ removesStarred })}>
          Also those that their users starred, or pinned a reply in
        </Check>
      )}
    </>
  );
}

interface ConfirmationProps {
  form: Form;
  isSaving: boolean;
  onSave: () => void;
  onLeave: () => void;
}

/** What it removes stands above the button that does it. */
function Confirmation({ form, isSaving, onSave, onLeave }: ConfirmationProps) {
  const preview = useRetentionPreview(Number(form.days), form.removesStarred);
  return (
    <div className={styles.confirmation}>
      <RetentionConsequences preview={preview} />
      <div className={shared.row}>
        {preview.data && (
          <Button danger disabled={isSaving} onClick={onSave}>
            {isSaving ? 'Saving…' : `Keep for ${grouped(Number(form.days))} days`}
          </Button>
        )}
        <Button type="text" onClick={onLeave}>
          Change nothing
        </Button>
      </div>
    </div>
  );
}
