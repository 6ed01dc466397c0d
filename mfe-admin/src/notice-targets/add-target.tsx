import { noticeTargetKinds, type NoticeTargetKind } from '@polylogue/api-contract';
import { toast } from '@polylogue/web-kit';
import { Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useCreateTarget } from './notice-targets.api.js';
import {
  addressLabels,
  choiceOf,
  emptyForm,
  faultsOf,
  targetKindLabels,
  type Faults,
  type TargetForm,
} from './notice-targets.rules.js';
import { browserZone } from './quiet-fields.js';
import { TargetFields } from './target-fields.js';
import { faultsFrom } from './target-faults.js';

interface AddTargetProps {
  sendsMail: boolean;
  /** With the secret of a webhook, to be shown once. */
  onDone: (secret: string | null) => void;
}

/** The form for one more target. */
export default function AddTarget({ sendsMail, onDone }: AddTargetProps) {
  const [form, setForm] = useState(() => ({
    ...emptyForm(browserZone()),
    kind: sendsMail ? ('email' as const) : ('webhook' as NoticeTargetKind),
  }));
  const [faults, setFaults] = useState<Faults>({});
  const { mutate, isPending } = useCreateTarget((secret, isConfirmed) => {
    const description = isConfirmed ? undefined : 'Open the link that was sent there to confirm it.';
    toast({ title: 'Target added', variant: 'success', ...(description && { description }) });
    onDone(secret);
  });
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part });
    setFaults({});
  };
  const save = () => {
    const found = faultsOf(form, true);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = { kind: form.kind, address: form.address, ...choiceOf(form) };
    mutate({ body }, { onError: (error) => setFaults(faultsFrom(error)) });
  };
  return (
    <TargetFields
      form={form}
      faults={faults}
      isPending={isPending}
      save={{ label: 'Add', run: save }}
      onChange={change}
      onCancel={() => onDone(null)}
    >
      <Kind kind={form.kind} sendsMail={sendsMail} onChoose={(kind) => change({ kind })} />
      <Address form={form} fault={faults.address} onType={(address) => change({ address })} />
    </TargetFields>
  );
}

interface KindProps {
  kind: NoticeTargetKind;
  sendsMail: boolean;
  onChoose: (kind: NoticeTargetKind) => void;
}

const Kind = ({ kind, sendsMail, onChoose }: KindProps) => (
  <Field label="Send to" help={sendsMail ? undefined : 'This installation sends no mail.'}>
    {(control) => (
      <select {...control} value={kind} onChange={({ target }) => onChoose(target.value as NoticeTargetKind)}>
        {noticeTargetKinds.map((each) => (
          <option key={each} value={each} disabled={each === 'email' && !sendsMail}>
            {targetKindLabels[each]}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface AddressProps {
  form: Pick<TargetForm, 'kind' | 'address'>;
  fault: string | undefined;
  onType: (address: string) => void;
}

function Address({ form: { kind, address }, fault, onType }: AddressProps) {
  const { label, help } = addressLabels[kind];
  return (
    <Field label={label} isRequired help={help} error={fault}>
      {(control) => (
        <input
          {...control}
          type={kind === 'email' ? 'email' : 'url'}
          autoComplete={kind === 'email' ? 'email' : 'off'}
          placeholder={kind === 'email' ? 'ada@example.org' : 'https://'}
          value={address}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}
