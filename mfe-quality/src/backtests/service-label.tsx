import type { AiServiceLabel, AnswerSettings } from '@polylogue/api-contract';
import { accentOf, accentStyle } from '@polylogue/web-kit';
import { settingsSummary } from '@polylogue/web-kit/answer-settings';
import styles from './backtests.module.css';

/** A service by its accent and name. */
export function ServiceLabel({ service }: { service: AiServiceLabel }) {
  const { className = '', style } = accentStyle(accentOf(service.color));
  return (
    <span className={`${styles.service} ${className}`} style={style}>
      {service.displayName}
    </span>
  );
}

/** A service, and how it is asked where that is not its own way. */
export function CandidateLabel({
  candidate: { aiService, settings },
}: {
  candidate: { aiService: AiServiceLabel; settings: AnswerSettings };
}) {
  const summary = settingsSummary(settings);
  return (
    <>
      <ServiceLabel service={aiService} />
      {summary && <small> {summary}</small>}
    </>
  );
}
