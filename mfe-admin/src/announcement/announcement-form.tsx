import { announcementLevels, limits, type Announcement } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { Button, Check, Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useClearAnnouncement, useSetAnnouncement } from './announcement.api.js';
import styles from '../panel/settings-form.module.css';
import {
  bodyOf,
  emptyForm,
  faultOf,
  formOf,
  levelLabels,
  type AnnouncementForm as Form,
} from './announcement.rules.js';

/** What every page says above itself, until it is removed or its time is over. */
export function AnnouncementForm({ shown }: { shown: Announcement | null }) {
  const [form, setForm] = useState(() => formOf(shown));
  const [fault, setFault] = useState<string>();
  const set = useSetAnnouncement();
  const clear = useClearAnnouncement(() => setForm(emptyForm));
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setFault(undefined);
  };
  const submit = () => {
    const found = faultOf(form, new Date());
    setFault(found);
    if (!found) set.mutate({ body: bodyOf(form) });
  };
  return (
    <form
      className={`pl-card ${styles.form}`}
      aria-labelledby="announcement-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <header>
        <h2 id="announcement-title">Announcement</h2>
        <Badge tone={shown ? 'brand' : 'neutral'}>{shown ? 'Shown now' : 'Nothing is shown'}</Badge>
      </header>
      <p>One line of plain text above every page. Everybody can dismiss it; another text is shown again.</p>
      <Fields form={form} fault={fault} onChange={change} />
      <div className={styles.row}>
        <Button htmlType="submit" type="primary" disabled={set.isPending}>
          {set.isPending ? 'Announcing…' : 'Announce'}
        </Button>
        {shown && (
          <Button disabled={clear.isPending} onClick={() => clear.mutate({})}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldsProps {
  form: Form;
  fault: string | undefined;
  onChange: (part: Partial<Form>) => void;
}

const Fields = ({ form, fault, onChange }: FieldsProps) => (
  <>
    <Field label="Text" help={`${form.text.trim().length} of ${limits.announcementLength} characters`} error={fault}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          value={form.text}
          onChange={({ target }) => onChange({ text: target.value.replaceAll(/\s*\n\s*/g, ' ') })}
        />
      )}
    </Field>
    <div className={styles.row}>
      <Field label="Level" className={styles.half}>
        {(control) => (
          <select
            {...control}
            value={form.level}
            onChange={({ target }) => onChange({ level: target.value as Form['level'] })}
          >
            {announcementLevels.map((level) => (
              <option key={level} value={level}>
                {levelLabels[level]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Ends (optional)" className={styles.half}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={form.endsAt}
            onChange={({ target }) => onChange({ endsAt: target.value })}
          />
        )}
      </Field>
    </div>
    <Check isOn={form.isPublic} onChange={(isPublic) => onChange({ isPublic })}>
      Also on the landing page, for visitors who are not signed in
    </Check>
  </>
);
