import { listAiServices, type AiService, type Comparison } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import { ComparisonSettingsForm, settingsSummary, useSaveSettings } from '@polylogue/web-kit/answer-settings';
import { Button } from '@polylogue/web-kit/antd';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './comparison-page.module.css';

const noServices: readonly AiService[] = [];

/** How services answer in a comparison from its next message on. */
export function ComparisonSettings({ comparison }: { comparison: Comparison }) {
  const { id, settings = {}, conversations } = comparison;
  const [isEdited, setEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data = noServices } = useApiQuery(listAiServices, { enabled: isEdited });
  const services = useMemo(
    () => data.filter(({ name }) => conversations.some(({ aiService }) => aiService.name === name)),
    [data, conversations],
  );
  const save = useSaveSettings();
  const end = () => {
    flushSync(() => setEdited(false));
    button.current?.focus();
  };
  const summary = settingsSummary(settings);
  if (isEdited) {
    return (
      <section className={`pl-card ${styles.settingsForm}`} aria-label="Settings of this comparison">
        <ComparisonSettingsForm
          settings={settings}
          services={services}
          isSaving={save.isPending}
          onSave={(next) => save.mutate({ id, settings: next }, { onSuccess: end })}
          onCancel={end}
        />
      </section>
    );
  }
  return (
    <div className={styles.settings}>
      <p>{summary === '' ? 'Each service answers as it would.' : `Settings of this comparison: ${summary}`}</p>
      <Button
        ref={button}
        size="small"
        aria-label="Change the settings of this comparison"
        onClick={() => setEdited(true)}
      >
        Change
      </Button>
    </div>
  );
}
