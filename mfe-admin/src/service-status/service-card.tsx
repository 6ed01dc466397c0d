import type { ServiceStatus } from '@polylogue/api-contract';
import { Badge, when } from '@polylogue/web-kit';
import styles from './service-status.module.css';
import { spanWords, states } from './status.rules.js';

export function ServiceCard({ service }: { service: ServiceStatus }) {
  const { name, state, message, dependencies, queues, outboxWaiting, outboxAgeMs, deadLetters } = service;
  const { word, tone } = states[state];
  return (
    <li className={`pl-card ${styles.service}`}>
      <header>
        <h2>{name}</h2>
        <Badge tone={tone}>{word}</Badge>
      </header>
      {message && <p>{message}</p>}
      {state !== 'away' && (
        <dl>
          {dependencies.map((needed) => (
            <Fact key={needed.name} word={needed.name} isAmiss={!needed.isUp}>
              {needed.isUp ? 'up' : needed.message || 'away'}
            </Fact>
          ))}
          {queues.map((queue) => (
            <Fact key={queue.name} word={`queue ${queue.name}`} isAmiss={queue.isAway}>
              {queue.isAway
                ? 'Redis does not answer'
                : `${queue.waiting} waiting, ${queue.active} running, ${spanWords(queue.lateMs)} late`}
            </Fact>
          ))}
          <Fact word="outbox">
            {outboxWaiting === 0 ? 'empty' : `${outboxWaiting} waiting, oldest ${spanWords(outboxAgeMs)}`}
          </Fact>
          <Fact word="dead letters" isAmiss={deadLetters > 0}>
            {deadLetters.toLocaleString('en-US')}
          </Fact>
          <Fact word="version">{service.version}</Fact>
          <Fact word="process">{`${service.process}, Node ${service.nodeVersion.replace(/^v/, '')}`}</Fact>
          {service.startedAt && (
            <Fact word="since">
              <time dateTime={service.startedAt}>{when(service.startedAt)}</time>
            </Fact>
          )}
        </dl>
      )}
    </li>
  );
}

const Fact = ({ word, isAmiss = false, children }: { word: string; isAmiss?: boolean; children: React.ReactNode }) => (
  <>
    <dt>{word}</dt>
    <dd data-amiss={isAmiss || undefined}>{children}</dd>
  </>
);
