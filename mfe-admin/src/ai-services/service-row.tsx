import type { AnswerOf, ConfiguredAiService, testAiService } from '@polylogue/api-contract';
import { accentStyle, Badge, Voice, when, type Accent } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, KeyRound, Pencil } from 'lucide-react';
import { useEnableAiService, useTestAiService } from './ai-services.api.js';
import styles from './ai-services.module.css';
import { categoryLabels, providerLabels } from './service-form.rules.js';
import { keyLabels, sourceLabels, statusLabels } from './service-list.rules.js';

interface ServiceRowProps {
  service: ConfiguredAiService;
  accent: Accent;
  isOpened: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onOpen: () => void;
}

/** Milliseconds. The server gives a trial 100 s, and what came of it has to arrive. */
const trialDeadline = 110_000;

/** A service of the catalog: what it is, whether it is offered, and what a trial of it found. */
export function ServiceRow({ service, accent, isOpened, isFirst, isLast, onMove, onOpen }: ServiceRowProps) {
  const { name, displayName, enabled } = service;
  const test = useTestAiService();
  const status = statusLabels[service.status];
  return (
    <>
      <tr data-opened={isOpened || undefined} data-off={!enabled || undefined}>
        <td className={styles.order}>
          <button type="button" disabled={isFirst} aria-label={`Move ${displayName} up`} onClick={() => onMove(-1)}>
            <ChevronUp aria-hidden />
          </button>
          <button type="button" disabled={isLast} aria-label={`Move ${displayName} down`} onClick={() => onMove(1)}>
            <ChevronDown aria-hidden />
          </button>
        </td>
        <NameCell service={service} accent={accent} />
        <td className={styles.wide}>{categoryLabels[service.category]}</td>
        <td className={styles.wide}>
          {sourceLabels[service.source]}
          {service.amended && <span className={styles.small}>changed here</span>}
        </td>
        <td className={styles.wide}>
          <KeyCell service={service} />
        </td>
        <td className={styles.status}>
          <Badge tone={status.tone}>{status.label}</Badge>
        </td>
        <td className={styles.offered}>
          <OfferSwitch service={service} />
        </td>
        <td className={styles.actions}>
          <Button
            size="small"
            disabled={test.isPending}
            aria-label={`Test ${displayName}`}
            onClick={() => test.mutate({ parameters: { name }, deadline: trialDeadline })}
          >
            {test.isPending ? 'Testing…' : 'Test'}
          </Button>
          <button type="button" className="pl-icon-button" aria-label={`Edit ${displayName}`} onClick={onOpen}>
            <Pencil aria-hidden size={15} />
          </button>
        </td>
      </tr>
      {test.data && !test.isPending && <TrialRow trial={test.data} />}
    </>
  );
}

function NameCell({ service, accent }: Pick<ServiceRowProps, 'service' | 'accent'>) {
  const { displayName, provider, model, enabled } = service;
  const look = accentStyle(accent);
  return (
    <th scope="row" className={`${styles.service} ${look.className}`} style={look.style}>
      <Voice state={enabled ? 'still' : 'flat'} />
      <span className={styles.names}>
        <strong>{displayName}</strong>
        <span>
          {providerLabels[provider] ?? provider} · {model}
        </span>
      </span>
    </th>
  );
}

function OfferSwitch({ service: { name, displayName, enabled } }: Pick<ServiceRowProps, 'service'>) {
  const { mutate, isPending } = useEnableAiService();
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={enabled}
      aria-label={`Offer ${displayName}`}
      disabled={isPending}
      onClick={() => mutate({ parameters: { name }, body: { enabled: !enabled } })}
    >
      <i aria-hidden="true" />
    </button>
  );
}

const TrialRow = ({ trial }: { trial: AnswerOf<typeof testAiService> }) => (
  <tr className={styles.trial} data-ok={trial.ok || undefined}>
    <td colSpan={8}>
      <p role="status">
        {trial.ok ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
        <span>
          {trial.sentence}
          {trial.reply && <q>{trial.reply.trim()}</q>}
          <small>{(trial.totalMs / 1000).toFixed(1)} s</small>
        </span>
      </p>
    </td>
  </tr>
);

function KeyCell({ service: { key, keySetAt } }: { service: ConfiguredAiService }) {
  if (key === 'unreadable') return <Badge tone="error">{keyLabels[key]}</Badge>;
  return (
    <span className={key === 'none' ? styles.quiet : styles.key} title={keySetAt ? `Set ${when(keySetAt)}` : undefined}>
      {key !== 'none' && <KeyRound aria-hidden />}
      {keyLabels[key]}
    </span>
  );
}
