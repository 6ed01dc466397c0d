import { listAiServices, type AiService, type AnswerPreset } from '@polylogue/api-contract';
import { useApiQuery, withFormer } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ComparisonSection } from '../../comparison-settings/comparison-section.js';
import type { ComparisonSettings } from '../../comparison-settings/comparison-settings.api.js';
import { Drawer } from '../drawer.js';
import { PresetForm } from './preset-form.js';
import { PresetList } from './preset-list.js';
import { usePresets } from './presets.api.js';
import styles from './presets.module.css';

interface PresetsDrawerProps {
  /** With their variants. */
  services: readonly AiService[];
  /** How services answer in the comparison on the dashboard. */
  answering: ComparisonSettings;
  /** To which services the next message goes, by name. */
  selected: readonly string[];
  onClose: () => void;
}

const failed = {
  title: 'The presets could not be read',
  text: 'Nothing is lost. Check the connection, then try again.',
};

/** How services answer: the user's presets, and where each stands as a panel of its own. */
export default function PresetsDrawer({ services: all, answering, selected, onClose }: PresetsDrawerProps) {
  const presets = usePresets();
  const { data: known = [] } = useApiQuery(listAiServices, withFormer);
  const [edited, setEdited] = useState<AnswerPreset | 'new' | 'comparison'>();
  const services = all.filter(({ variantOf, category }) => variantOf === undefined && category === 'text');
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** The button that opened the form has the focus again. */
  const close = () => {
    flushSync(() => setEdited(undefined));
    const isKept = typeof edited === 'object';
    const button = isKept && list.current?.querySelector<HTMLElement>(`[data-preset="${edited.id}"] button`);
    (button || add.current)?.focus();
  };
  return (
    <Drawer title="How services answer" onClose={onClose}>
      {(edited === undefined || edited === 'comparison') && (
        <ComparisonSection
          answering={answering}
          services={all.filter(({ name }) => selected.includes(name))}
          isEdited={edited === 'comparison'}
          onEdit={(isEdited) => setEdited(isEdited ? 'comparison' : undefined)}
        />
      )}
      {edited === undefined && (
        <>
          <div className={styles.about}>
            <h3>Presets</h3>
            <p>
              A preset says how a service answers. It stands beside the service as a panel and a conversation of its
              own, so that two ways of asking can be compared.
            </p>
          </div>
          {presets.data ? (
            <PresetList
              ref={list}
              presets={presets.data}
              services={services}
              known={known}
              onEdit={setEdited}
              onDeleted={() => add.current?.focus()}
            />
          ) : (
            <QueryState query={presets} skeleton={{ rows: 3, rowHeight: 64 }} failed={failed} />
          )}
          <Button ref={add} type="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('new')}>
            New preset
          </Button>
        </>
      )}
      {edited !== undefined && edited !== 'comparison' && (
        <PresetForm preset={edited === 'new' ? undefined : edited} services={services} onEnd={close} />
      )}
    </Drawer>
  );
}
