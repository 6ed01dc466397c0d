import { limits, type AiChatExportFormat, type AiService } from '@polylogue/api-contract';
import { Button, Field } from '@polylogue/web-kit/antd';
import { ChevronDown, ChevronUp, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { MoreSettings } from './more-settings.js';
import { ServiceSelect } from './service-select.js';
import type { SetupForm, SetupStep } from './setup.state.js';
import styles from './setup.module.css';

interface SetupCardProps {
  services: readonly AiService[];
  form: SetupForm;
  dispatch: (step: SetupStep) => void;
  isActive: boolean;
  /** The conversation there is; on a phone the setup gives way to it. Empty: none. */
  shown: string;
  onStart: () => void;
  onStop: () => void;
  onClear: () => void;
  onExport: (format: AiChatExportFormat) => void;
}

const formats: readonly AiChatExportFormat[] = ['txt', 'md', 'json'];
const sideLabels = ['First AI Service', 'Second AI Service'] as const;

/** Who talks, about what, and the buttons. */
export function SetupCard({ services, form, dispatch, isActive, shown, ...on }: SetupCardProps) {
  const [unfoldedFor, setUnfoldedFor] = useState<string>();
  const isFolded = shown !== '' && unfoldedFor !== shown;
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="setup-title" data-folded={isFolded || undefined}>
      <h2 id="setup-title">Setup</h2>
      {shown !== '' && (
        <FoldedLine
          names={namesOf(form, services)}
          isFolded={isFolded}
          onToggle={() => setUnfoldedFor(isFolded ? shown : undefined)}
          onStop={isActive ? on.onStop : undefined}
        />
      )}
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
        <Actions isActive={isActive} {...on} />
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

function Actions({
  isActive,
  onStart,
  onStop,
  onClear,
}: Pick<SetupCardProps, 'isActive' | 'onStart' | 'onStop' | 'onClear'>) {
  return (
    <div className={styles.actions}>
      <Button type={isActive ? 'default' : 'primary'} disabled={isActive} onClick={onStart} icon={<Play />}>
        Start
      </Button>
      <Button danger={isActive} disabled={!isActive} onClick={onStop} icon={<Square />}>
        Stop
      </Button>
      <Button className={styles.wide} disabled={isActive} onClick={onClear}>
        Clear Chat
      </Button>
    </div>
  );
}

interface FoldedLineProps {
  names: string;
  isFolded: boolean;
  onToggle: () => void;
  onStop: (() => void) | undefined;
}

/** All there is of the setup on a phone while there is a conversation to read. */
function FoldedLine({ names, isFolded, onToggle, onStop }: FoldedLineProps) {
  const Icon = isFolded ? ChevronDown : ChevronUp;
  return (
    <div className={styles.line}>
      <button type="button" aria-expanded={!isFolded} onClick={onToggle}>
        <b>Setup</b>
        <span>{names}</span>
        <Icon size={16} aria-hidden="true" />
      </button>
      {isFolded && onStop && (
        <Button danger onClick={onStop} icon={<Square size={12} aria-hidden="true" />}>
          Stop
        </Button>
      )}
    </div>
  );
}

/** Who talks, as the form has it. */
const namesOf = ({ sides }: SetupForm, services: readonly AiService[]): string =>
  sides
    .map(({ name, aiService }) => name || services.find((one) => one.name === aiService)?.displayName || aiService)
    .join(' and ');
