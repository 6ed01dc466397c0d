import { paths } from '@polylogue/web-kit';
import { Button, ButtonLink, Field } from '@polylogue/web-kit/antd';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from '@polylogue/web-kit/router';
import { useAiServices } from '../saved-queries.api.js';
import { looksOf } from '../service-labels/service-labels.js';
import { RoundsSection } from './rounds-section.js';
import { faultsOf, unwatchedFault, type QueryForm as Form } from './query-form.rules.js';
import styles from './query-form.module.css';
import { RunPrice } from './run-price.js';
import { ScheduleSection } from './schedule-section.js';
import { ServicePicker } from './service-picker.js';
import { VariablesFields } from './variables-fields.js';

interface QueryFormProps {
  heading: string;
  initial: Form;
  savedQueryId?: number;
  submit: { label: string; pending: string; isPending: boolean };
  onSubmit: (form: Form) => void;
}

/** A query that is kept: what is asked, of whom, when, and what becomes of the answers. */
export function QueryForm({ heading, initial, savedQueryId, submit, onSubmit }: QueryFormProps) {
  const [form, setForm] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const { data: services = [] } = useAiServices();
  const looks = useMemo(() => looksOf(services), [services]);
  const navigate = useNavigate();
  const root = useRef<HTMLFormElement>(null);
  const faults = isTried ? faultsOf(form) : {};
  const unwatched = unwatchedFault(form, services);
  const change = (what: Partial<Form>) => setForm((before) => ({ ...before, ...what }));

  const onTry = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (submit.isPending) return;
    const wrong = [...Object.keys(faultsOf(form)), ...(unwatched ? ['selectedAiServices'] : [])];
    if (wrong.length === 0) return onSubmit(form);
    root.current?.querySelector<HTMLElement>(firstOf(wrong))?.focus();
  };

  return (
    <form ref={root} className={`pl-page ${styles.form}`} noValidate onSubmit={onTry}>
      <ButtonLink type="text" to={paths.savedQueries.href()} icon={<ArrowLeft aria-hidden />}>
        Back to Queries
      </ButtonLink>
      <h1>{heading}</h1>
      <Details form={form} savedQueryId={savedQueryId} faults={faults} onChange={change} />
      <section className={`pl-card ${styles.section}`}>
        <h2>AI Services</h2>
        <ServicePicker
          services={services}
          looks={looks}
          selected={form.selectedAiServices}
          fault={faults['selectedAiServices'] ?? unwatched}
          onChange={(selectedAiServices) => change({ selectedAiServices })}
        />
      </section>
      <ScheduleSection form={form} services={services} savedQueryId={savedQueryId} faults={faults} onChange={change} />
      <RoundsSection form={form} onChange={change} />
      <RunPrice form={form} services={services} />
      <div className={styles.actions}>
        <Button onClick={() => void navigate(paths.savedQueries.href())}>Cancel</Button>
        <Button htmlType="submit" type="primary" className={styles.submit} disabled={submit.isPending}>
          {submit.isPending ? submit.pending : submit.label}
        </Button>
      </div>
    </form>
  );
}

interface DetailsProps {
  form: Form;
  savedQueryId: number | undefined;
  faults: ReturnType<typeof faultsOf>;
  onChange: (what: Partial<Form>) => void;
}

const Details = ({ form, savedQueryId, faults, onChange }: DetailsProps) => (
  <section className={`pl-card ${styles.section}`}>
    <h2>Query Details</h2>
    <Field label="Title" error={faults['title']}>
      {(control) => (
        <input
          {...control}
          name="title"
          value={form.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      )}
    </Field>
    <Field label="Description (optional)" error={faults['description']}>
      {(control) => (
        <input
          {...control}
          name="description"
          value={form.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      )}
    </Field>
    <Field label="Query Content" error={faults['content']}>
      {(control) => (
        <textarea
          {...control}
          name="content"
          rows={6}
          value={form.content}
          onChange={({ target }) => onChange({ content: target.value })}
        />
      )}
    </Field>
    <VariablesFields form={form} savedQueryId={savedQueryId} fault={faults['variables']} onChange={onChange} />
  </section>
);

/** The first control in which something is wrong. */
function firstOf(wrong: readonly string[]): string {
  const first = ['title', 'content', 'variables'].find((name) => wrong.includes(name));
  if (first === 'variables') return '[role=group] input';
  return first ? `[name=${first}]` : '[role=checkbox]';
}
