import { limits, type AiChatExportFormat, type AiService } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { Play, Square } from 'lucide-react';
import { MoreSettings } from './more-settings.js';
import { ServiceSelect } from './service-select.js';
import type { SetupForm, SetupStep } from './setup.state.js';
import styles from './setup.module.css';

interface SetupCardProps {
  services: readonly AiService[];
  form: SetupForm;
  dispatch: (step: SetupStep) => void;
  isActive: boolean;
  onStart: () => void;
  onStop: () => void;
  onClear: () => void;
  onExport: (format: AiChatExportFormat) => void;
}

const formats: readonly AiChatExportFormat[] = ['txt', 'md', 'json'];
const sideLabels = ['First AI Service', 'Second AI Service'] as const;

/** Who talks, about what, and the buttons. */
export function SetupCard({ services, form, dispatch, isActive, ...on }: SetupCardProps) {
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="setup-title">
      <h2 id="setup-title">Setup</h2>
      <div className={styles.fields}>
        {([0, 1] as const).map((side) => (
          <ServiceSelect
            key={side}
            label={sideLabels[side]}
            services={services}
            value={form.sides[side].aiService}
            placeholder="Select an AI service"
            disabled={isActive}
            onChange={(aiService) => dispatch({ do: 'side', side, change: { aiService } })}
          />
        ))}
        <Field label="Initial Message">
          {(control) => (
            <textarea
              {...control}
              rows={4}
              maxLength={limits.messageLength}
              placeholder="What should they talk about?"
              value={form.message}
              disabled={isActive}
              onChange={({ target }) => dispatch({ do: 'set', change: { message: target.value } })}
            />
          )}
        </Field>
        <MoreSettings services={services} form={form} dispatch={dispatch} disabled={isActive} />
        <div className={styles.actions}>
          <Button type={isActive ? 'default' : 'primary'} disabled={isActive} onClick={on.onStart} icon={<Play />}>
            Start
          </Button>
          <Button danger={isActive} disabled={!isActive} onClick={on.onStop} icon={<Square />}>
            Stop
          </Button>
          <Button className={styles.wide} disabled={isActive} onClick={on.onClear}>
            Clear Chat
          </Button>
        </div>
      </div>
      <div className={styles.exports} role="group" aria-label="Export as">
        <span>Export as</span>
        {formats.map((format) => (
          <Button key={format} size="small" disabled={isActive} onClick={() => on.onExport(format)}>
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </section>
  );
}
