import { Badge, EmptyState, Skeleton } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from '@polylogue/web-kit/router';
import heads from '../panel/card-head.module.css';
import { ListAndAside } from '../panel/list-and-aside.js';
import { PanelTab } from '../panel/panel-tab.js';
import { useConfiguredAiServices } from './ai-services.api.js';
import styles from './ai-services.module.css';
import { ServiceForm } from './service-form.js';
import { isDemoAside } from './service-list.rules.js';
import { ServiceTable } from './service-table.js';

/** The catalog as administrators change it; every screen follows within seconds. */
export default function AiServices() {
  const query = useConfiguredAiServices();
  const { data: services } = query;
  // The name of the service that is edited; '' adds one.
  const [address] = useSearchParams();
  const [opened, setOpened] = useState<string | undefined>(address.get('service') ?? undefined);
  const edited = services?.find(({ name }) => name === opened);
  const isOpen = opened === '' || edited !== undefined;
  return (
    <PanelTab query={query}>
      <ListAndAside
        list={
          <section className={`pl-card ${styles.card}`} aria-labelledby="ai-services-title">
            <header className={`${heads.head} ${styles.head}`}>
              <h2 id="ai-services-title">AI Services</h2>
              {services && <Badge>{services.filter(({ enabled }) => enabled).length} offered</Badge>}
              <Button onClick={() => setOpened('')} icon={<Plus aria-hidden />}>
                Add service
              </Button>
            </header>
            {services && isDemoAside(services) && (
              <p className={styles.note}>
                The demo is offered while there is nothing else. Switch one of its services on to keep it beside the
                real ones.
              </p>
            )}
            {query.isPending && <Skeleton rows={4} rowHeight={57} />}
            {services?.length === 0 && (
              <EmptyState title="No AI services yet" help="Add one: a vendor with a key, or a program of your own." />
            )}
            {services && services.length > 0 && (
              <ServiceTable services={services} openedName={isOpen ? opened : undefined} onOpen={setOpened} />
            )}
          </section>
        }
        aside={
          isOpen && (
            <ServiceForm
              key={opened}
              service={edited}
              taken={services?.map(({ name }) => name) ?? []}
              onClose={() => setOpened(undefined)}
            />
          )
        }
      />
    </PanelTab>
  );
}
