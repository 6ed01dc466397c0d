import type { Suite } from '@polylogue/api-contract';
import { errorsOfSettings, settingsFormOf } from '@polylogue/web-kit/answer-settings';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { candidateOf, type CandidateForm } from '../backtests/backtest-form.rules.js';
import pageStyles from '../backtests/backtests.module.css';
import { CandidateSelect, CandidateSettings } from '../backtests/service-selects.js';
import { PricedRun } from './priced-run.js';

interface RunWithAnotherProps {
  suite: Suite;
  onClose: () => void;
}

/** One run by another service, or with other settings, than the suite was made with. */
export function RunWithAnother({ suite, onClose }: RunWithAnotherProps) {
  const { aiService, settings } = suite.candidate;
  const [form, setForm] = useState<CandidateForm>({ candidate: aiService.name, settings: settingsFormOf(settings) });
  const errors = errorsOfSettings(form.settings);
  const isWhole = Object.keys(errors).length === 0;
  return (
    <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="another-title">
      <h2 id="another-title">Run with another service</h2>
      <p className={pageStyles.help}>
        The suite stays as it is. The run is compared with earlier runs of the same service and settings only.
      </p>
      <CandidateSelect form={form} error={undefined} onChange={setForm} />
      <CandidateSettings form={form} errors={errors} onChange={setForm} />
      <div className={pageStyles.asking}>
        <PricedRun
          suite={suite}
          candidate={isWhole ? candidateOf(form) : null}
          label="Run with it"
          onStarted={onClose}
        />
        <Button onClick={onClose}>Close</Button>
      </div>
    </section>
  );
}
