import { listAiServices } from '@polylogue/api-contract';
import { useApiQuery, withFormer } from '@polylogue/web-kit';
import { useFormer } from '@polylogue/web-kit/estimate';
import { serviceChoices } from './service-choices.rules.js';
import styles from './toolbar.module.css';
import { useListedServices } from './use-listed-services.js';

interface ServiceFilterProps {
  value: string;
  onChange: (service: string) => void;
}

/** Whose threads are shown. */
export function ServiceFilter({ value, onChange }: ServiceFilterProps) {
  const { data: services } = useApiQuery(listAiServices, withFormer);
  const listed = useListedServices();
  const gone = useFormer(
    listed.map(({ name }) => name),
    services?.filter(({ former }) => !former),
  );
  // Until it is known who is offered, nobody is said to be offered no longer.
  const { offered, former } = serviceChoices(services ?? [], services ? listed : [], gone);
  const isKnown = [...offered, ...former].some(({ name }) => name === value);
  return (
    <select
      aria-label="AI service"
      className={`pl-control ${styles.choice}`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All services</option>
      <Options services={offered} />
      {/* A link may name a service that was never offered. */}
      {value !== '' && !isKnown && <option value={value}>{value}</option>}
      {former.length > 0 && (
        <optgroup label="No longer offered">
          <Options services={former} />
        </optgroup>
      )}
    </select>
  );
}

const Options = ({ services }: { services: ReturnType<typeof serviceChoices>['offered'] }) =>
  services.map(({ name, displayName }) => (
    <option key={name} value={name}>
      {displayName}
    </option>
  ));
