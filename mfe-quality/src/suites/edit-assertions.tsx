import type { Issue } from '@polylogue/api-contract';
import { ApiError, PageHeader } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { useNavigate, useParams } from '@polylogue/web-kit/router';
import { useState } from 'react';
import { BackLink } from '../back-link/back-link.js';
import pageStyles from '../backtests/backtests.module.css';
import { AssertionFields } from './assertion-fields.js';
import { CaseAssertions } from './case-assertions.js';
import { bodyOfEdit, formFault, formOf, saidOf, type EditForm as EditedForm, type Edited } from './edit.rules.js';
import { assertionFault } from './suite-form.rules.js';
import { useEdited, useSetAssertions } from './suites.api.js';
import { suitePaths } from './suites.rules.js';
import styles from './suites.module.css';

/** What has to hold of the answers from the next run on. */
export default function EditAssertions() {
  const { id = '' } = useParams();
  const read = useEdited(id);
  // What is typed goes only where it is asked for.
  const [shown, setShown] = useState(0);
  const reload = async () => {
    const { isSuccess } = await read.refetch();
    if (isSuccess) setShown((before) => before + 1);
  };
  return (
    <div className={`pl-page ${pageStyles.page}`}>
      <BackLink to={suitePaths.of(id)}>Back to the suite</BackLink>
      <PageHeader title="Change assertions" />
      {read.data ? (
        <EditForm key={shown} read={read.data} onReload={() => void reload()} />
      ) : (
        <QueryState query={read} skeleton={{ rows: 4, rowHeight: 72 }} failed={failed} />
      )}
    </div>
  );
}

const failed = { title: 'The assertions could not be loaded', text: 'They are safe. Try again in a moment.' };

function EditForm({ read, onReload }: { read: Edited; onReload: () => void }) {
  const { id, name } = read.suite;
  const navigate = useNavigate();
  const [form, setForm] = useState(() => formOf(read));
  const [isTried, setTried] = useState(false);
  const save = useSetAssertions(() => void navigate(suitePaths.of(id)));
  const issues: readonly Issue[] = save.error instanceof ApiError ? save.error.issues : [];
  const sent = save.variables?.body?.cases ?? [];
  const change = (part: Partial<typeof form>) => {
    save.reset();
    setForm((before) => ({ ...before, ...part }));
  };
  const submit = () => {
    setTried(true);
    if (formFault(form) === undefined) save.mutate({ parameters: { id }, body: bodyOfEdit(form, read) });
  };
  return (
    <form
      className={pageStyles.sections}
      aria-label={`Assertions of ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="all-title">
        <h2 id="all-title">What has to hold of each answer</h2>
        <p className={pageStyles.help}>
          The next runs check by these. What earlier runs found stays as it was checked then, and no run is called worse
          than one that was checked otherwise.
        </p>
        <AssertionFields
          assertions={form.all}
          fault={undefined}
          faultOf={(index) =>
            (isTried ? assertionFault(form.all[index]!) : undefined) ?? saidOf(issues, 'assertions', index)
          }
          onChange={(all) => change({ all })}
        />
      </section>
      <CasesSection
        read={read}
        form={form}
        isTried={isTried}
        saidOf={(number, index) =>
          saidOf(issues, `cases.${sent.findIndex((each) => each.number === number)}.assertions`, index)
        }
        onChange={change}
      />
      <Saving
        fault={isTried ? formFault(form) : undefined}
        error={save.error}
        isPending={save.isPending}
        onReload={onReload}
      />
    </form>
  );
}

interface CasesProps {
  read: Edited;
  form: EditedForm;
  isTried: boolean;
  /** What the server says of one assertion of a case. */
  saidOf: (number: number, index: number) => string | undefined;
  onChange: (part: Pick<EditedForm, 'ofCases'>) => void;
}

const CasesSection = ({ read, form, isTried, saidOf: said, onChange }: CasesProps) => (
  <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="cases-title">
    <h2 id="cases-title">What has to hold beside, by case</h2>
    {read.cases.map(({ number, question }) => (
      <CaseAssertions
        key={number}
        number={number}
        question={question}
        assertions={form.ofCases[number] ?? []}
        isTried={isTried}
        saidOf={(index) => said(number, index)}
        onChange={(assertions) => onChange({ ofCases: { ...form.ofCases, [number]: assertions } })}
      />
    ))}
  </section>
);

interface SavingProps {
  fault: string | undefined;
  error: Error | null;
  isPending: boolean;
  onReload: () => void;
}

function Saving({ fault, error, isPending, onReload }: SavingProps) {
  const said = fault ?? (error instanceof ApiError ? error.sentence : undefined);
  const isOld = error instanceof ApiError && error.code === 'suite_changed';
  return (
    <div className={pageStyles.row}>
      <Button type="primary" htmlType="submit" disabled={isPending}>
        {isPending ? 'Saving…' : 'Save assertions'}
      </Button>
      {isOld && <Button onClick={onReload}>Load it again</Button>}
      {said && (
        <p className={`${styles.fault} ${styles.whole}`} role="alert">
          {said}
        </p>
      )}
    </div>
  );
}
