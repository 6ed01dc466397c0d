import { noticeTargetKinds, type NoticeTargetKind } from '@polylogue/api-contract';
import { toast } from '@polylogue/web-kit';
import { Field } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useCreateTarget } from './notice-targets.api.js';
import { addressWords, choiceOf, emptyForm, faultsOf, kindWords, type Faults } from './notice-targets.rules.js';
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
  const words = addressWords[form.kind];
  return (
    <TargetFields
      form={form}
      faults={faults}
      isPending={isPending}
      save={{ words: 'Add', run: save }}
      onChange={change}
      onCancel={() => onDone(null)}
    >
      <Field label="Send to" help={sendsMail ? undefined : 'This installation sends no mail.'}>
        {(control) => (
          <select
            {...control}
            value={form.kind}
            onChange={({ target }) => change({ kind: target.value as NoticeTargetKind })}
          >
            {noticeTargetKinds.map((kind) => (
              <option key={kind} value={kind} disabled={kind === 'email' && !sendsMail}>
                {kindWords[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.label} isRequired help={words.help} error={faults.address}>
        {(control) => (
          <input
            {...control}
            type={form.kind === 'email' ? 'email' : 'url'}
            autoComplete={form.kind === 'email' ? 'email' : 'off'}
            placeholder={form.kind === 'email' ? 'ada@example.org' : 'https://'}
            value={form.address}
            onChange={({ target }) => change({ address: target.value })}
          />
        )}
      </Field>
    </TargetFields>
  );
}
