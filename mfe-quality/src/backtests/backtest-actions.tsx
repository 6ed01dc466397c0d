import { exportFileName, type Backtest } from '@polylogue/api-contract';
import { localDay, saveFile, useCurrentUser } from '@polylogue/web-kit';
import { Button, ButtonLink } from '@polylogue/web-kit/antd';
import { useNavigate } from '@polylogue/web-kit/router';
import { Download, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { readAllCases, useCancel, useDelete, usePause, useResume } from './backtests.api.js';
import { backtestPaths, isOpen } from './backtests.rules.js';
import { casesCsv } from './cases-csv.rules.js';
import styles from './backtests.module.css';
import { sayFailed } from '../refusals/say-failed.js';

/** Pause, Resume, Cancel while it is open; Delete afterwards; its cases as a file once there are some. */
export const BacktestActions = ({ backtest }: { backtest: Backtest }) => (
  <>
    {backtest.ended > 0 && backtest.status !== 'running' && !backtest.people?.open && (
      <ExportCases backtest={backtest} />
    )}
    <ButtonLink to={backtestPaths.suite(backtest.id)}>Make a suite</ButtonLink>
    {isOpen(backtest) ? <OpenActions backtest={backtest} /> : <DeleteAction id={backtest.id} />}
  </>
);

function OpenActions({ backtest: { id, status, pause: paused } }: { backtest: Backtest }) {
  const [pause, resume, cancel] = [usePause(), useResume(), useCancel()];
  const maySpend = useCurrentUser().user?.isApproved ?? false;
  const parameters = { id };
  const isRunning = status === 'running';
  // One that is out of budget is given more where that is said.
  const mayResume = maySpend && paused?.reason !== 'budget';
  return (
    <>
      {/* One button, so that the focus stays. */}
      {(isRunning || mayResume) && (
        <Button
          type={isRunning ? 'default' : 'primary'}
          icon={isRunning ? <Pause aria-hidden /> : <Play aria-hidden />}
          disabled={pause.isPending || resume.isPending}
          onClick={() => (isRunning ? pause.mutate({ parameters }) : resume.mutate({ parameters, body: {} }))}
        >
          {isRunning ? 'Pause' : 'Resume'}
        </Button>
      )}
      <AskedAction
        label="Cancel"
        question="It cannot be resumed then. What was found stays."
        confirm="Cancel backtest"
        refuse="Keep it"
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate({ parameters })}
      />
    </>
  );
}

function DeleteAction({ id }: { id: string }) {
  const navigate = useNavigate();
  const remove = useDelete(() => void navigate(backtestPaths.list));
  return (
    <AskedAction
      label="Delete"
      question="Its result and the replies of its candidate are deleted for good."
      confirm="Delete backtest"
      refuse="Keep it"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ parameters: { id } })}
    />
  );
}

interface AskedProps {
  label: string;
  question: string;
  confirm: string;
  refuse: string;
  isPending: boolean;
  onConfirm: () => void;
}

/** Asks once more, in the same place. */
export function AskedAction({ label, question, confirm, refuse, isPending, onConfirm }: AskedProps) {
  const [state, setState] = useState<'new' | 'asking' | 'refused'>('new');
  if (state !== 'asking') {
    return (
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed
      <Button autoFocus={state === 'refused'} onClick={() => setState('asking')}>
        {label}
      </Button>
    );
  }
  return (
    <div className={styles.asking} role="group" aria-label={`${confirm}?`}>
      <span>{question}</span>
      <Button danger disabled={isPending} onClick={onConfirm}>
        {confirm}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was pressed */}
      <Button autoFocus onClick={() => setState('refused')}>
        {refuse}
      </Button>
    </div>
  );
}

function ExportCases({ backtest: { id, sample } }: { backtest: Backtest }) {
  const [isReading, setReading] = useState(false);
  const save = async () => {
    setReading(true);
    try {
      const text = casesCsv(await readAllCases(id), sample);
      const name = exportFileName('backtest', localDay(new Date()), 'csv');
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
    } catch (error) {
      sayFailed('The cases were not exported')(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <Button icon={<Download aria-hidden />} disabled={isReading} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}
