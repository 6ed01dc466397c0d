import { listAnswerPresets, presetIdOf, type AiService, type AnswerSettings } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import { settingsSummary } from '@polylogue/web-kit/answer-settings';
import { SlidersHorizontal } from 'lucide-react';
import { memo, useMemo } from 'react';
import styles from './before-sending.module.css';
import { notesBefore } from './setting-notes.rules.js';

interface BeforeSendingProps {
  services: readonly AiService[];
  selected: readonly string[];
  /** How services answer in the comparison that the message goes into. */
  settings: AnswerSettings;
  hasPictures: boolean;
  onChange: () => void;
}

/** Above the box: how services will answer, and which of them will do without something. Nothing where that is nothing. */
export const BeforeSending = memo(function BeforeSending(props: BeforeSendingProps) {
  const { services, selected, settings, hasPictures, onChange } = props;
  const asked = useAsked(services, selected, settings);
  const notes = useMemo(() => notesBefore(asked, hasPictures), [asked, hasPictures]);
  const summary = settingsSummary(settings);
  return (
    <div className={styles.before} data-before>
      {summary !== '' && (
        <button
          type="button"
          className={styles.settings}
          aria-label={`Settings of this comparison: ${summary}`}
          title={summary}
          onClick={onChange}
        >
          <SlidersHorizontal size={13} aria-hidden="true" />
          <span>{summary}</span>
        </button>
      )}
      <p role="status" aria-label="Before sending">
        {notes}
      </p>
    </div>
  );
});

/** The chosen services, each with how it will be asked: a variant by its preset first. */
function useAsked(services: readonly AiService[], selected: readonly string[], settings: AnswerSettings) {
  const hasVariant = services.some(({ name, variantOf }) => variantOf !== undefined && selected.includes(name));
  const { data: presets } = useApiQuery(listAnswerPresets, { enabled: hasVariant });
  return useMemo(
    () =>
      services
        .filter(({ name }) => selected.includes(name))
        .map((service) => {
          const id = presetIdOf(service.name);
          const ofPreset = presets?.find((preset) => preset.id === id)?.settings;
          return { ...service, settings: { ...settings, ...ofPreset } };
        }),
    [services, selected, settings, presets],
  );
}
