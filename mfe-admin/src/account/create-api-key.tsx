import { limits } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useCreateApiKey } from './api-keys.api.js';
import { bodyOf, emptyForm, faultsOf, lifetimes, type KeyForm } from './api-keys.rules.js';
import { KeyScopes } from './key-scopes.js';
import { KeyServices } from './key-services.js';
import card from './own-account.module.css';

/** The form for one more key. */
export function CreateApiKey({ onCreated }: { onCreated: (key: string) => void }) {
  const [form, setForm] = useState<KeyForm>(emptyForm);
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>({});
  const { mutate, isPending } = useCreateApiKey(onCreated);
  const change = (part: Partial<KeyForm>) => {
    setForm({ ...form, ...part });
    setFaults({});
  };
  const submit = () => {
    const found = faultsOf(form);
    setFaults(found);
    if (Object.keys(found).length === 0) mutate({ body: bodyOf(form, Date.now()) });
  };
  const isComplete = form.name.trim() !== '' && form.scopes.length > 0;
  return (
    <form
      className={card.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) submit();
      }}
    >
      <Field label="Name of the key" isRequired>
        {(control) => (
          <input
            {...control}
            maxLength={limits.apiKeys.name}
            value={form.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <KeyScopes chosen={form.scopes} onChoose={(scopes) => change({ scopes })} />
      <KeyServices
        chosen={form.aiServices}
        fault={faults.aiServices}
        onChoose={(aiServices) => change({ aiServices })}
      />
      <Budget typed={form.budget} fault={faults.budget} onType={(budget) => change({ budget })} />
      <Lifetime days={form.days} onChoose={(days) => change({ days })} />
      <Button htmlType="submit" disabled={!isComplete || isPending}>
        Create key
      </Button>
    </form>
  );
}

interface BudgetProps {
  typed: string;
  fault: string | undefined;
  onType: (typed: string) => void;
}

const Budget = ({ typed, fault, onType }: BudgetProps) => (
  <Field label="Daily budget in dollars (optional)" help="Your own budget holds beside it." error={fault}>
    {(control) => (
      <input
        {...control}
        inputMode="decimal"
        placeholder="2.50"
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    )}
  </Field>
);

const Lifetime = ({ days, onChoose }: { days: number; onChoose: (days: number) => void }) => (
  <Field label="Expires after">
    {(control) => (
      <select {...control} value={days} onChange={({ target }) => onChoose(Number(target.value))}>
        {lifetimes.map((each) => (
          <option key={each.days} value={each.days}>
            {each.label}
          </option>
        ))}
      </select>
    )}
  </Field>
);
