import { settingName, type AiService, type AiServiceLabel } from '@polylogue/api-contract';
import {
  aiServiceNameShape,
  blindDisplayName,
  category,
  isBlindName,
  presetIdOf,
  ServiceStatus,
  serviceStatus,
  variantDisplayName,
  variantName,
  type AiService as ProtoAiService,
  type SupportedSettings,
} from '@polylogue/proto';
import type { KnownPreset } from '../answer-presets/answer-presets.service.js';

export function toAiService(service: ProtoAiService): AiService {
  return {
    id: service.name,
    name: service.name,
    displayName: service.displayName,
    color: service.color,
    category: category.toWord(service.category),
    status: toStatus(service.status),
    demo: service.demo,
    supports: service.supports && supportedNames(service.supports),
    maxOutputTokens: service.maxOutputTokens,
    maxTemperature: service.maxTemperature,
    temperatureOrEffort: service.temperatureOrEffort,
    sees: service.sees,
    hasDefaultColor: service.hasDefaultColor,
  };
}

export function toStatus(status: ServiceStatus): AiService['status'] {
  const known = status !== ServiceStatus.UNSPECIFIED && status !== ServiceStatus.UNRECOGNIZED;
  return known ? serviceStatus.toWord(status) : 'unknown';
}

const supportedNames = (supports: SupportedSettings) => settingName.options.filter((name) => supports[name]);

const isName = (name: string) => aiServiceNameShape.test(name);

/** The variants that presets make of a service; what was made by a deleted one, or of a former service, is a former one. */
export const variantsOf = (service: AiService, presets: readonly KnownPreset[]): AiService[] =>
  presets
    .filter(({ id, aiServices }) => aiServices.includes(service.name) && isName(variantName(service.name, id)))
    .map(({ id, name: preset, isDeleted }) => {
      const name = variantName(service.name, id);
      const displayName = variantDisplayName(service.displayName, preset);
      const former = isDeleted || service.former;
      return { ...service, id: name, name, displayName, variantOf: service.name, former };
    });

/** A variant by the names of its service and its preset; where the preset is not known, by that of the service. */
export function toVariantLabel(name: string, service: AiServiceLabel, presets: ReadonlyMap<string, string>) {
  const preset = presets.get(presetIdOf(name) ?? '');
  return {
    ...service,
    name,
    displayName: preset ? variantDisplayName(service.displayName, preset) : service.displayName,
  };
}

/** Like no service's. */
const blindColor = '#7A7F87';

/** How a conversation names its service; one that has left the catalog keeps its name. */
export function toLabel(name: string, service: ProtoAiService | undefined): AiServiceLabel {
  if (isBlindName(name)) return { name, displayName: blindDisplayName(name), color: blindColor };
  return { name, displayName: service?.displayName ?? name, color: service?.color ?? '#6C6961' };
}

/** In a file, which is read without the page that says so. */
export const withBlindNote =
  (labelOf: (name: string) => AiServiceLabel) =>
  (name: string): AiServiceLabel => {
    const label = labelOf(name);
    return isBlindName(name) ? { ...label, displayName: `${label.displayName} (blind until the vote)` } : label;
  };
