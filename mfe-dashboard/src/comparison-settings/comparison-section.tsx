import type { AiService, AnswerSettings } from '@polylogue/api-contract';
import { ComparisonSettingsForm, settingsSummary, useSaveSettings } from '@polylogue/web-kit/answer-settings';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './comparison-section.module.css';
import type { ComparisonSettings } from './comparison-settings.api.js';
import { isEmpty } from './comparison-settings.rules.js';

interface ComparisonSectionProps {
  answering: ComparisonSettings;
  /** The services that the next message goes to. */
  services: readonly AiService[];
  /** Whether the form is open; the rest of the drawer makes room for it. */
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
}

const failed = {
  title: 'The settings could not be read',
  text: 'Nothing is lost. Check the connection, then try again.',
};

/** How all services answer in this comparison. */
export function ComparisonSection({ answering, services, isEdited, onEdit }: ComparisonSectionProps) {
  const { settings, reading } = answering;
  const button = useRef<HTMLButtonElement>(null);
  const end = () => {
    flushSync(() => onEdit(false));
    button.current?.focus();
  };
  // What is being typed stays, also while a comparison begins.
  if (isEdited) return <SectionForm answering={answering} services={services} onEnd={end} />;
  if (reading) return <QueryState query={reading} skeleton={{ rows: 1, rowHeight: 48 }} failed={failed} />;
  return (
    <section className={styles.section} aria-label="This comparison">
      <h3>This comparison</h3>
      <p>{settingsSummary(settings) || 'Each service answers as it would.'}</p>
      <Button ref={button} size="small" onClick={() => onEdit(true)}>
        Change
      </Button>
    </section>
  );
}

interface SectionFormProps extends Pick<ComparisonSectionProps, 'answering' | 'services'> {
  onEnd: () => void;
}

function SectionForm({ answering, services, onEnd }: SectionFormProps) {
  // Into the comparison it was opened for, whichever services are chosen meanwhile; one that has begun since takes it.
  const [opened] = useState(answering);
  const { id, settings } = opened.id === undefined ? answering : opened;
  const save = useSaveSettings();
  const keep = (next: AnswerSettings) => {
    if (id !== undefined) return save.mutate({ id, settings: next }, { onSuccess: onEnd });
    answering.onDraft(isEmpty(next) ? undefined : next);
    onEnd();
  };
  return (
    <ComparisonSettingsForm
      settings={settings}
      services={services}
      isSaving={save.isPending || answering.isBeginning}
      onSave={keep}
      onCancel={onEnd}
    />
  );
}
