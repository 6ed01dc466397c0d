import { grouped, type ServiceStatus } from '@polylogue/api-contract';
import { Badge, when } from '@polylogue/web-kit';
import styles from './service-status.module.css';
import { formatAge, states } from './status.rules.js';

export function ServiceCard({ service }: { service: ServiceStatus }) {
  const { name, state, message, dependencies, queues, outboxWaiting, outboxAgeMs, deadLetters } = service;
  const { label, tone } = states[state];
  return (
    <li className={`pl-card ${styles.service}`}>
      <header>
        <h2>{name}</h2>
        <Badge tone={tone}>{label}</Badge>
      </header>
      {message && <p>{message}</p>}
      {state !== 'away' && (
        <dl>
          {dependencies.map((needed) => (
            <Detail key={needed.name} label={needed.name} isAmiss={!needed.isUp}>
              {needed.isUp ? 'up' : needed.message || 'away'}
            </Detail>
          ))}
          {queues.map((queue) => (
            <Detail key={queue.name} label={`queue ${queue.name}`} isAmiss={queue.isAway}>
              {queue.isAway
                ? 'Redis does not answer'
                : `${queue.waiting} waiting, ${queue.active} running, ${formatAge(queue.lateMs)} late`}
            </Detail>
          ))}
          <Detail label="outbox">
            {outboxWaiting === 0 ? 'empty' : `${outboxWaiting} waiting, oldest ${formatAge(outboxAgeMs)}`}
          </Detail>
          <Detail label="dead letters" isAmiss={deadLetters > 0}>
            {grouped(deadLetters)}
          </Detail>
          <Detail label="version">{service.version}</Detail>
          <Detail label="process">{`${service.process}, Node ${service.nodeVersion.replace(/^v/, '')}`}</Detail>
          {service.startedAt && (
            <Detail label="since">
              <time dateTime={service.startedAt}>{when(service.startedAt)}</time>
            </Detail>
          )}
        </dl>
      )}
    </li>
  );
}

const Detail = ({
  label,
  isAmiss = false,
  children,
}: {
  label: string;
  isAmiss?: boolean;
  children: React.ReactNode;
}) => (
  <>
    <dt>{label}</dt>
    <dd data-amiss={isAmiss || undefined}>{children}</dd>
  </>
);
