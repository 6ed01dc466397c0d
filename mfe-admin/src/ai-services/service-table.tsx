import type { ConfiguredAiService } from '@polylogue/api-contract';
import { useAccents } from '@polylogue/web-kit';
import { useOrderAiServices } from './ai-services.api.js';
import styles from './ai-services.module.css';
import { moved } from './service-list.rules.js';
import { ServiceRow } from './service-row.js';

interface ServiceTableProps {
  services: readonly ConfiguredAiService[];
  openedName: string | undefined;
  onOpen: (name: string) => void;
}

const columns = ['Order', 'Service', 'Category', 'Source', 'Key', 'Status', 'Offered', 'Actions'];

/** In the order of every screen. */
export function ServiceTable({ services, openedName, onOpen }: ServiceTableProps) {
  const order = useOrderAiServices();
  const accents = useAccents(services);
  const names = services.map(({ name }) => name);
  return (
    <table className={styles.table} data-narrow={openedName !== undefined || undefined}>
      <thead>
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col">
              {label === 'Order' || label === 'Actions' ? <span className="pl-only-read">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {services.map((service, index) => (
          <ServiceRow
            key={service.name}
            service={service}
            accent={accents.get(service.name)!}
            isOpened={service.name === openedName}
            isFirst={index === 0}
            isLast={index === services.length - 1}
            onMove={(by) => order.mutate({ body: { names: moved(names, service.name, by) } })}
            onOpen={() => onOpen(service.name)}
          />
        ))}
      </tbody>
    </table>
  );
}
