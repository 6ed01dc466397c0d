import { listAnswerPresets, presetIdOf, type AiService, type AnswerSettings } from '@polylogue/api-contract';
import { useMemo } from 'react';
import { useApiQuery } from '../api/use-api.js';
import { notesBefore } from './setting-notes.rules.js';

/** What is about to be sent. */
export interface Sending {
  services: readonly AiService[];
  /** To which of them, by name. */
  selected: readonly string[];
  /** How they answer in the comparison that it goes into. */
  settings: AnswerSettings;
  hasPictures?: boolean;
}

/** Which of the chosen services will do without something, in sentences; a variant is asked by its preset first. */
export function useNotesBefore({ services, selected, settings, hasPictures = false }: Sending): string {
  const hasVariant = services.some(({ name, variantOf }) => variantOf !== undefined && selected.includes(name));
  const { data: presets } = useApiQuery(listAnswerPresets, { enabled: hasVariant });
  return useMemo(() => {
    const asked = services
      .filter(({ name }) => selected.includes(name))
      .map((service) => {
        const id = presetIdOf(service.name);
        const ofPreset = presets?.find((preset) => preset.id === id)?.settings;
        return { ...service, settings: { ...settings, ...ofPreset } };
      });
    return notesBefore(asked, hasPictures);
  }, [services, selected, settings, hasPictures, presets]);
}
