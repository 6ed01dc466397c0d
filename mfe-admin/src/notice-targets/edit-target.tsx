import type { NoticeTarget } from '@polylogue/api-contract';
import { Check } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useUpdateTarget } from './notice-targets.api.js';
import { choiceOf, faultsOf, formOf, type Faults } from './notice-targets.rules.js';
import { browserZone } from './quiet-fields.js';
import { TargetFields } from './target-fields.js';
import { faultsFrom } from './target-faults.js';

/** What is sent to a target, and when. Its address stays: another one is another target. */
export default function EditTarget({ target, onDone }: { target: NoticeTarget; onDone: () => void }) {
  const [form, setForm] = useState(() => formOf(target, browserZone()));
  const [faults, setFaults] = useState<Faults>({});
  const { mutate, isPending } = useUpdateTarget(onDone);
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part });
    setFaults({});
  };
  const save = () => {
    const found = faultsOf(form, false);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    mutate(
      { parameters: { id: target.id }, body: choiceOf(form) },
      { onError: (error) => setFaults(faultsFrom(error)) },
    );
  };
  return (
    <TargetFields
      form={form}
      faults={faults}
      isPending={isPending}
      save={{ label: 'Save', run: save }}
      onChange={change}
      onCancel={onDone}
    >
      <Check isOn={form.isEnabled} onChange={(isEnabled) => change({ isEnabled })}>
        Send notices there
      </Check>
    </TargetFields>
  );
}
