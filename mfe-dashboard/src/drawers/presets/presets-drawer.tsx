import { listAiServices, type AiService, type AnswerPreset } from '@polylogue/api-contract';
import { useApiQuery, withFormer } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Drawer } from '../drawer.js';
import { PresetForm } from './preset-form.js';
import { PresetList } from './preset-list.js';
import { usePresets } from './presets.api.js';
import styles from './presets.module.css';

interface PresetsDrawerProps {
  /** With their variants. */
  services: readonly AiService[];
  onClose: () => void;
}

const failed = {
  title: 'The presets could not be read',
  text: 'Nothing is lost. Check the connection, then try again.',
};

/** How services answer: the user's presets, and where each stands as a panel of its own. */
export default function PresetsDrawer({ services: all, onClose }: PresetsDrawerProps) {
  const presets = usePresets();
  const { data: known = [] } = useApiQuery(listAiServices, withFormer);
  const [edited, setEdited] = useState<AnswerPreset | 'new'>();
  const services = all.filter(({ variantOf, category }) => variantOf === undefined && category === 'text');
  const close = () => setEdited(undefined);
  return (
    <Drawer title="How services answer" onClose={onClose}>
      {edited === undefined ? (
        <>
          <p className={styles.about}>
            A preset says how a service answers. It stands beside the service as a panel and a conversation of its own,
            so that two ways of asking can be compared.
          </p>
          {presets.data ? (
            <PresetList presets={presets.data} services={services} known={known} onEdit={setEdited} />
          ) : (
            <QueryState query={presets} skeleton={{ rows: 3, rowHeight: 64 }} failed={failed} />
          )}
          <Button type="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('new')}>
            New preset
          </Button>
        </>
      ) : (
        <PresetForm preset={edited === 'new' ? undefined : edited} services={services} onEnd={close} />
      )}
    </Drawer>
  );
}
